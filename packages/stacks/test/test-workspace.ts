import { randomUUID } from 'node:crypto'
import { inTransaction } from '@quartermaster/db'
import {
  type Answer,
  callerOf,
  callTool,
  type FreshDatabase,
  findTool,
  freshDatabase,
} from '@quartermaster/testing'
import type { Tool } from '@quartermaster/toolkit'
import { documentFamily, tableFamily } from '../src/families.ts'
import { createDocument } from '../src/queries/documents/documents.ts'
import { addDocuments } from '../src/queries/documents/stack-documents.ts'
import { createStack } from '../src/queries/tables/stacks.ts'
import { createTable, type NewTable } from '../src/queries/tables/tables.ts'
import type { StackServices } from '../src/tool.ts'

type CallOptions = { agent?: string; version?: number; workspaceId?: string }

/** The database of all tests of this process. Each test opens workspaces of its own in it. */
let database: Promise<FreshDatabase> | undefined

/** Two new workspaces, and functions that call tools as the gateway does. */
export async function openTestWorkspace() {
  database ??= freshDatabase()
  const { db, url } = await database
  const services: StackServices = { db }
  const created = await db
    .insertInto('workspaces')
    .values([{ name: randomUUID() }, { name: randomUUID() }])
    .returning('id')
    .execute()
  const [workspaceId = '', otherWorkspaceId = ''] = created.map(({ id }) => id)
  let tables = 0
  let clock = Date.parse('2026-01-01T00:00:00Z')
  const now = () => {
    clock += 1000
    return new Date(clock)
  }

  const as = ({ agent, workspaceId: workspace = workspaceId }: CallOptions) =>
    callerOf(workspace, agent)

  const run = (
    tools: readonly Tool<StackServices>[],
    name: string,
    input: object,
    { version, ...options }: CallOptions,
  ): Promise<Answer> =>
    callTool(findTool(tools, name), input, {
      caller: as(options),
      services,
      now: now(),
      ...(version !== undefined && { version }),
    })

  const toolsOf = (tableId: string, options: CallOptions = {}) =>
    tableFamily.find(tableId, { caller: as(options), services })

  return {
    db,
    now,
    workspaceId,
    otherWorkspaceId,
    url,
    toolsOf,
    /** Calls one of these tools, even if the table has changed since they were created. */
    runTools: (tools: readonly Tool<StackServices>[], name: string, input: object) =>
      run(tools, name, input, {}),
    call: async (tableId: string, name: string, input: object = {}, options: CallOptions = {}) =>
      run(await toolsOf(tableId, options), name, input, options),
    callDocument: async (id: string, name: string, input: object = {}, options: CallOptions = {}) =>
      run(await documentFamily.find(id, { caller: as(options), services }), name, input, options),
    document: async (filename: string, workspace = workspaceId) =>
      (await createDocument(db, workspace, { filename }, now())).id,
    stack: async (documentIds: readonly string[], workspace = workspaceId) => {
      const { id } = await createStack(db, workspace, { name: 'Invoices' }, now())
      await inTransaction(db, 10_000, (trx) => addDocuments(trx, workspace, id, documentIds, now()))
      return id
    },
    table: async (stackId: string, table: Partial<NewTable> = {}, workspace = workspaceId) =>
      (
        await createTable(
          db,
          workspace,
          stackId,
          { name: `Expenses ${++tables}`, mode: 'auto', ...table },
          now(),
        )
      ).id,
  }
}

export const COLUMNS = [
  { name: 'vendor', type: 'text' },
  { name: 'date', type: 'date' },
  { name: 'amount', type: 'number' },
]

/** A stack with D1 to D3, a table with three columns, and documents and tables outside of it. */
export async function openTable() {
  const workspace = await openTestWorkspace()
  const D1 = await workspace.document('invoice_jan.pdf')
  const D2 = await workspace.document('invoice_feb.pdf')
  const D3 = await workspace.document('invoice_march.pdf')
  const D9 = await workspace.document('elsewhere.pdf')
  const DV = await workspace.document('foreign.pdf', workspace.otherWorkspaceId)
  const S = await workspace.stack([D1, D2, D3])
  const T = await workspace.table(S)
  const SV = await workspace.stack([DV], workspace.otherWorkspaceId)
  const TV = await workspace.table(SV, {}, workspace.otherWorkspaceId)
  await workspace.call(T, 'define_columns', { columns: COLUMNS })
  const call = (name: string, input: object = {}, options: CallOptions = {}) =>
    workspace.call(T, name, input, options)
  const rows = async () => (await call('read_rows', { limit: 500 })).rows as Answer[]
  const row = async (documentId: string) =>
    (await rows()).find(({ document_id }: Answer) => document_id === documentId)
  return { ...workspace, on: workspace.call, D1, D2, D3, D9, DV, S, T, SV, TV, call, rows, row }
}

export { type Answer, toolErrorOf as refusal } from '@quartermaster/testing'
