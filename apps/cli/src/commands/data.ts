import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { type Context, contextOf } from '../context.ts'
import { callForObject, callTool } from '../gateway/call-tool.ts'
import { type Entry, listAll } from '../gateway/list.ts'
import { get, request } from '../gateway/request.ts'
import { printAnswer, printJson, printLine, printList } from '../output/print.ts'
import { readCount, readTextArgument } from '../read-arguments.ts'

/** `qm context` and `qm tables`. */
export function addDataCommands(program: Command): void {
  const context = program
    .command('context')
    .description('shared context: all of it for the root key, else what the agent may read')
  context
    .command('list [pattern]', { isDefault: true })
    .description('list readable keys, for example user_*')
    .action((pattern?: string) => listContext(contextOf(program), pattern))
  context
    .command('get [keys...]')
    .description('print values; without keys all that are readable')
    .action(async (keys: string[]) =>
      printJson(await callForObject(contextOf(program).connection, 'get_context', { keys })),
    )

  const tables = program.command('tables').alias('table').description('tables of documents')
  tables
    .command('list', { isDefault: true })
    .description('list all tables with their progress')
    .action(() => listTables(contextOf(program)))
  tables
    .command('rows <table>')
    .description('list the rows of a table')
    .action((table: string) => listRows(contextOf(program), table))
  tables
    .command('export <table>')
    .description('print the whole table as CSV, or with --json as JSON')
    .option('-o, --output <file>', 'write to this file')
    .action((table: string, options: { output?: string }) =>
      exportTable(contextOf(program), table, options.output),
    )
  tables
    .command('import <table> <file>')
    .description('save the rows of a CSV file; - is standard input')
    .action((table: string, file: string) => importTable(contextOf(program), table, file))
  tables
    .command('history <table>')
    .description('list the changes of a table, newest first')
    .option('--document <id>', 'only changes of this document')
    .option('-n, --limit <count>', 'number of changes', readCount, 50)
    .action((table: string, options: HistoryOptions) =>
      listHistory(contextOf(program), table, options),
    )
  tables
    .command('undo <table> <undo-token>')
    .description('revert one change; history shows the tokens')
    .action(async (table: string, token: string) => {
      const { connection } = contextOf(program)
      printAnswer(await callTool(connection, 'undo_change', { undo_token: token }, { table }))
    })
}

const tablePath = (table: string): string => `/v1/tables/${encodeURIComponent(table)}`

async function listContext({ connection, output }: Context, pattern?: string): Promise<void> {
  const { is_root: isRoot } = await get(connection, '/v1/whoami')
  if (isRoot && connection.agent === undefined) {
    const query = new URLSearchParams(pattern === undefined ? {} : { pattern })
    const items = await listAll(connection, `/v1/context?${query}`, 'context')
    const columns = ['key', 'written_by', 'readers', 'ttl_remaining', 'version', 'bytes']
    return printList(output, 'context', items, columns)
  }
  const input = pattern === undefined ? {} : { pattern }
  const answer = await callForObject(connection, 'list_context', input)
  if (output.json) return printJson(answer)
  const entries = Object.values(answer).find(Array.isArray) as Entry[] | undefined
  printList(output, 'context', entries ?? [], ['key', 'source', 'has_ttl', 'ttl_remaining'])
}

async function listTables({ connection, output }: Context): Promise<void> {
  const tables = await listAll(connection, '/v1/tables', 'tables')
  const columns = ['name', 'id', 'stack', 'columns', 'rows', 'documents', 'status']
  printList(output, 'tables', tables, columns)
}

async function listRows({ connection, output }: Context, table: string): Promise<void> {
  const rows = await listAll(connection, `${tablePath(table)}/rows`, 'rows')
  printList(output, 'rows', rows, ['filename', 'row_data', 'version', 'updated_at'])
}

async function exportTable({ connection, output }: Context, table: string, file?: string) {
  const format = output.json ? 'json' : 'csv'
  const { text } = await request(connection, `${tablePath(table)}/export?format=${format}`)
  if (file === undefined) return printLine(text.trimEnd())
  await writeFile(file, text)
  if (output.json) return printJson({ file })
  console.error(`Written to ${file}.`)
}

async function importTable({ connection }: Context, table: string, file: string): Promise<void> {
  const { text } = await request(connection, `${tablePath(table)}/import`, {
    method: 'POST',
    text: await readTextArgument(file === '-' ? '-' : `@${file}`),
    headers: { 'content-type': 'text/csv' },
  })
  printAnswer(text)
}

type HistoryOptions = { document?: string; limit: number }

async function listHistory(
  { connection, output }: Context,
  table: string,
  { document, limit }: HistoryOptions,
): Promise<void> {
  const query = new URLSearchParams(document === undefined ? {} : { document_id: document })
  const path = `${tablePath(table)}/history?${query}`
  const changes = await listAll(connection, path, 'changes', limit)
  const columns = ['changed_at', 'changed_by', 'action', 'document_id', 'is_undone', 'undo_token']
  printList(output, 'changes', changes, columns)
}
