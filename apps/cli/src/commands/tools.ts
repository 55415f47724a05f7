import type { Command } from 'commander'
import { type Context, contextOf, outputOf } from '../context.ts'
import { callTool, type Subject } from '../gateway/call-tool.ts'
import { listAll } from '../gateway/list.ts'
import { request } from '../gateway/request.ts'
import { printAnswer, printList } from '../output/print.ts'
import { readJsonArgument } from '../read-arguments.ts'

/** `qm tools`, `qm call` and `qm descriptors`. */
export function addToolCommands(program: Command, formats: readonly string[]): void {
  const tools = program.command('tools').alias('tool').description('tools and tool folders')

  withSubjects(tools.command('list', { isDefault: true }))
    .description('list the tools that the key may call')
    .action((subject: Subject) => listTools(contextOf(program), subject))

  for (const command of [tools.command('call <tool> [arguments]'), callShortcut(program)]) {
    withSubjects(command)
      .description('call a tool; arguments are JSON, @FILE or - for standard input')
      .action(async (tool: string, text: string | undefined, subject: Subject) => {
        const input = await readJsonArgument(text ?? '{}')
        printAnswer(await callTool(contextOf(program).connection, tool, input, subject))
      })
  }

  tools
    .command('check [dir]')
    .description('check a tool folder, or all folders in a directory')
    .action(async (dir?: string) =>
      (await import('./tool-folders.ts')).checkToolFolders(outputOf(program), dir),
    )

  tools
    .command('new <name>')
    .description('create a tool folder with a test')
    .option('-d, --dir <dir>', 'the directory of the tool folders (QM_TOOLS_DIR)')
    .action(async (name: string, { dir }: { dir?: string }) =>
      (await import('./tool-folders.ts')).createToolFolder(outputOf(program), name, dir),
    )

  withSubjects(program.command('descriptors'))
    .description('print the tools of the key in the format of a model vendor')
    .option('-f, --format <format>', formats.join(', ') || 'the format', 'subconscious')
    .option('-t, --tools <names>', 'only these tools, comma-separated')
    .option('--host <host>', 'the tool host, for the format openapi')
    .option('--openapi-version <version>', '3.0 or 3.1, for the format openapi')
    .option('--check', 'print what each vendor makes of the tools, and their size in tokens')
    .action(async ({ check, ...options }: DescriptorOptions & { check?: boolean }) => {
      if (!check) return printDescriptors(contextOf(program), options)
      const { format: _, host: __, openapiVersion: ___, ...selection } = options
      return (await import('./check-descriptors.ts')).checkDescriptors(
        contextOf(program),
        selection,
      )
    })
}

const callShortcut = (program: Command): Command => program.command('call <tool> [arguments]')

const withSubjects = (command: Command): Command =>
  command
    .option('--table <id>', 'tools of this table')
    .option('--document <id>', 'tools of this document')
    .option('--toolset <id>', 'tools of this tool folder')
    .option('--thread <id>', 'tools of this thread')

async function listTools({ connection, output }: Context, subject: Subject): Promise<void> {
  const tools = await listAll(connection, `/v1/tools?${new URLSearchParams(subject)}`, 'tools')
  printList(output, 'tools', tools, ['name', 'effect', 'path', 'description'])
}

type DescriptorOptions = Subject & {
  format: string
  tools?: string
  host?: string
  openapiVersion?: string
}

async function printDescriptors(
  { connection }: Context,
  { openapiVersion, ...options }: DescriptorOptions,
): Promise<void> {
  const query = new URLSearchParams(options)
  if (openapiVersion !== undefined) query.set('version', openapiVersion)
  const { text, headers } = await request(connection, `/v1/descriptors?${query}`)
  printAnswer(text)
  const hint = headers.get('x-key-hint')
  if (hint !== null) console.error(hint)
}
