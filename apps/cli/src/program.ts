import { Command, Option } from 'commander'
import { addAccessCommands } from './commands/access.ts'
import { addDataCommands } from './commands/data.ts'
import { addLocalCommands } from './commands/local.ts'
import { addPromptCommands } from './commands/prompts.ts'
import { addToolCommands } from './commands/tools.ts'
import { contextOf } from './context.ts'
import { readCount } from './read-arguments.ts'
import { VERSION } from './version.ts'

const EXIT_CODES = `
Exit codes: 0 success, 1 failure, 2 wrong usage, 3 refused by the gateway, 4 gateway unreachable.
Environment: QM_URL and QM_KEY.`

/**
 * The command line of an operator or agent, on top of the gateway's HTTP API. Commands are
 * imported when they run, so that `qm` starts fast. `formats` are the descriptor formats, for help.
 */
export function createProgram(formats: readonly string[] = []): Command {
  const program = new Command('qm')
    .description('The command line of Quartermaster.')
    .version(VERSION, '-V, --version', 'print the version')
    .option('--url <url>', 'the gateway (QM_URL; default: http://HOST:PORT)')
    .option('--key <key>', 'the key (QM_KEY, QM_ROOT_KEY; default: that of a local gateway)')
    .option('-w, --workspace <name>', 'the workspace to act in, with the root key')
    .option('-a, --agent <name>', 'the agent to act as, with the root key')
    .option('--json', 'print one JSON value and nothing else')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()

  program
    .command('status')
    .description('show the version, database, queue, worker, toolsets and key of the gateway')
    .action(async () => (await import('./commands/status.ts')).status(contextOf(program)))

  program
    .command('whoami')
    .description('show the workspace, the agent and the tools of the key')
    .action(async () => (await import('./commands/status.ts')).whoami(contextOf(program)))

  program
    .command('doctor [host]')
    .description('play the client of a tool host, and say what would fail')
    .action(async (host?: string) =>
      (await import('./commands/doctor.ts')).doctor(contextOf(program), host),
    )

  program
    .command('connect [host]')
    .description('print the configuration that connects a tool host to the gateway')
    .option('--new-key', 'create a key for the agent given by --agent, with the root key')
    .action(async (host: string | undefined, options: { newKey?: boolean }) =>
      (await import('./commands/connect.ts')).connectHost(contextOf(program), host, options),
    )

  program
    .command('calls')
    .description('list the newest tool calls')
    .option('-n, --limit <count>', 'number of calls', readCount, 20)
    .option('--tool <name>', 'only calls of this tool')
    .option('--caller <agent>', 'only calls of this agent')
    .option('--code <code>', 'only calls with this error code')
    .option('--request-id <id>', 'only calls of this request')
    .option('--since <time>', 'only calls from this time on')
    .option('--until <time>', 'only calls before this time')
    .addOption(new Option('--outcome <outcome>', 'only these calls').choices(['ok', 'error']))
    .option('-f, --follow', 'keep printing new calls; with --json one object per line')
    .action(async (options) =>
      (await import('./commands/calls.ts')).calls(contextOf(program), options),
    )

  program
    .command('api <method> <path> [body]')
    .description('send any request; the body is JSON, @FILE or - for standard input')
    .action(async (method: string, path: string, body?: string) =>
      (await import('./commands/api.ts')).api(contextOf(program), method, path, body),
    )

  addLocalCommands(program)
  addToolCommands(program, formats)
  addAccessCommands(program)
  addDataCommands(program)
  addPromptCommands(program)
  return program
}
