import type { Command } from 'commander'
import { type Context, contextOf } from '../context.ts'
import { callForObject } from '../gateway/call-tool.ts'
import { type Entry, listAll } from '../gateway/list.ts'
import { request, requestJson } from '../gateway/request.ts'
import { printJson, printLine, printList } from '../output/print.ts'

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
    .action((table: string) => exportTable(contextOf(program), table))
}

async function listContext({ connection, output }: Context, pattern?: string): Promise<void> {
  const { is_root: isRoot } = (await requestJson(connection, '/v1/whoami')) as { is_root: boolean }
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
  const rows = await listAll(connection, `/v1/tables/${encodeURIComponent(table)}/rows`, 'rows')
  printList(output, 'rows', rows, ['filename', 'row_data', 'version', 'updated_at'])
}

async function exportTable({ connection, output }: Context, table: string): Promise<void> {
  const format = output.json ? 'json' : 'csv'
  const path = `/v1/tables/${encodeURIComponent(table)}/export?format=${format}`
  printLine((await request(connection, path)).text.trimEnd())
}
