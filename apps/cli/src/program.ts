import { parseJson } from '@quartermaster/toolkit'
import { Command } from 'commander'
import { addTools } from './commands/tools.ts'
import { connect, type Options, readCount, readJson, request } from './connection.ts'

const show = (text: string): void => {
  if (text !== '') process.stdout.write(`${pretty(text)}\n`)
}

function pretty(text: string): string {
  try {
    return JSON.stringify(parseJson(text), undefined, 2)
  } catch {
    return text
  }
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** `qm`: what an operator does by hand, over the gateway's own HTTP API. */
export function createProgram(): Command {
  const program = new Command('qm')
    .description('The command line of Quartermaster.')
    .option('--url <url>', 'the gateway (QM_URL; default: http://HOST:PORT)')
    .option('--key <key>', 'a key (QM_KEY, QM_ROOT_KEY; default: the one of a local start)')
    .option('-w, --workspace <name>', 'the workspace to act in, with the root key')
  const send = async (path: string, options: Parameters<typeof request>[2] = {}) =>
    show(await request(connect(program.opts<Options>()), path, options))

  program
    .command('status')
    .description('whether the gateway can take calls')
    .action(() => send('/readyz'))

  program
    .command('call <tool> [arguments]')
    .description('call a tool, with its arguments as a JSON object')
    .option('-a, --agent <name>', 'call as this agent, with the root key')
    .action(async (tool: string, text = '{}', { agent }: { agent?: string }) =>
      send(`/v1/tools/${encodeURIComponent(tool)}`, {
        method: 'POST',
        body: readJson(text),
        agent,
      }),
    )

  program
    .command('descriptors')
    .description('the tools a key may call, as a model takes them')
    .option(
      '-f, --format <format>',
      'subconscious, openai, openai-responses, anthropic, gemini or mcp',
      'subconscious',
    )
    .option('-t, --tools <names>', 'only these, with commas between them')
    .option('-a, --agent <name>', 'those of this agent, with the root key')
    .action(
      async ({ format, tools, agent }: { format: string; tools?: string; agent?: string }) => {
        const query = new URLSearchParams({ format, ...(tools !== undefined && { tools }) })
        await send(`/v1/descriptors?${query}`, { agent })
      },
    )

  program
    .command('calls')
    .description('the newest tool calls')
    .option('-n, --limit <count>', 'how many', readCount, 20)
    .action(async ({ limit }: { limit: number }) => send(`/v1/calls?limit=${limit}`))

  addWorkspaces(program, send)
  addAgents(program, send)
  addKeys(program, send)
  addTools(program)
  return program
}

type Send = (path: string, options?: Parameters<typeof request>[2]) => Promise<void>

function addWorkspaces(program: Command, send: Send): void {
  const workspaces = program.command('workspace').description('workspaces keep tenants apart')
  workspaces.command('list').action(() => send('/v1/workspaces'))
  workspaces
    .command('new <name>')
    .action((name: string) => send('/v1/workspaces', { method: 'POST', body: { name } }))
}

function addAgents(program: Command, send: Send): void {
  const agents = program.command('agent').description('agents and what they may call')
  agents.command('list').action(() => send('/v1/agents'))
  agents
    .command('new <name>')
    .option('--allow <tools>', 'only these tools, with commas between them', list)
    .option('--deny <tools>', 'never these tools', list)
    .option('--role <role>', 'a role whose limits hold as well')
    .action(
      (name: string, { allow, deny, role }: { allow?: string[]; deny?: string[]; role?: string }) =>
        send('/v1/agents', {
          method: 'POST',
          body: { name, allowed_tools: allow, denied_tools: deny, role },
        }),
    )
  agents
    .command('remove <name>')
    .description('with its keys')
    .action((name: string) => send(`/v1/agents/${encodeURIComponent(name)}`, { method: 'DELETE' }))
}

function addKeys(program: Command, send: Send): void {
  const keys = program.command('key').description('keys of agents')
  keys.command('list').action(() => send('/v1/keys'))
  keys
    .command('new <agent>')
    .description('make a key; it is shown this once')
    .option('--expires-in <seconds>', 'when it ends', readCount)
    .action((agent: string, { expiresIn }: { expiresIn?: number }) =>
      send(`/v1/agents/${encodeURIComponent(agent)}/keys`, {
        method: 'POST',
        body: { expires_in: expiresIn },
      }),
    )
  keys
    .command('revoke <id>')
    .action((id: string) => send(`/v1/keys/${encodeURIComponent(id)}`, { method: 'DELETE' }))
}
