import { ToolError } from '@quartermaster/toolkit'
import fc from 'fast-check'
import { test } from 'vitest'
import { OPERATORS } from '../src/queries/rows/conditions.ts'
import type { RowsRequest } from '../src/queries/rows/read-rows.ts'
import type { StackTable } from '../src/queries/tables/tables.ts'
import {
  expectSamePages,
  expectSortIndexesMatchRows,
  type IndexedTable,
  openIndexedTable,
} from './sort-index-fixture.ts'

const DOCUMENTS = 20
const LONG = 'x'.repeat(200)

const values = [
  '10',
  '9',
  '9.0',
  '-5',
  '2.50',
  '$1,500.00',
  '12345678901234567890',
  '1e300',
  '5e-300',
  '0',
  'N/A',
  'a',
  'A',
  'ä',
  'Z',
  ' ',
  '',
  '10 ',
  'true',
  ...[LONG, `${LONG}1`, `${LONG}2`, `${LONG.slice(1)}😀`, '😀'.repeat(201), '😀'.repeat(202)],
  '\0',
  'nul \0',
  '\ud800',
  '\udfff half',
  '\u{10f000}',
  '\u{10ffff}',
]
const value = fc.oneof(
  fc.constantFrom('a', '10', `${LONG}1`, `${LONG}2`),
  fc.constantFrom(...values),
)
const document = fc.nat(DOCUMENTS - 1)
const document_id = document.map((index) => `d${index}`)
const column = fc.constantFrom('vendor', 'amount', 'note')
const cells = fc.record({ vendor: value, amount: value, note: value }, { requiredKeys: [] })
const columns = fc.constantFrom(
  [{ name: 'vendor' }, { name: 'amount', type: 'number' }, { name: 'note' }],
  [{ name: 'vendor', type: 'number' }, { name: 'amount', type: 'text' }, { name: 'note' }],
  [{ name: 'vendor' }, { name: 'note', renamed_from: 'amount' }],
  [
    { name: 'vendor', renamed_from: 'note' },
    { name: 'note', renamed_from: 'vendor' },
  ],
)
const csv = fc
  .array(fc.tuple(document_id, value), { minLength: 1 })
  .map((lines) => [['Document', 'note'], ...lines])
  .map((lines) => lines.map(([id, note]) => `${id},"${note}"\n`).join(''))

const saved = cells.chain((row) => document_id.map((id) => ({ document_id: id, ...row })))

/** Any change of a table: tool calls, imports, and documents that leave or join the stack. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant('save_table_row'), saved) },
  fc.tuple(fc.constant('update_table_row'), fc.record({ document_id, updates: cells })),
  fc.tuple(
    fc.constant('bulk_update_rows'),
    fc.record({ column, match_value: value, new_value: value }),
  ),
  fc.tuple(fc.constant('define_columns'), fc.record({ columns })),
  fc.tuple(fc.constant('undo_change'), fc.nat(3)),
  fc.tuple(fc.constant('import'), csv),
  fc.tuple(fc.constant('remove'), document),
  fc.tuple(fc.constant('add'), document),
  fc.tuple(fc.constant('build sort indexes'), fc.constant(undefined)),
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Runs one step. A refused step must have changed nothing, which the caller checks as well. */
async function runStep(
  workspace: IndexedTable,
  [name, input]: Step,
  tokens: string[],
): Promise<void> {
  const { call, importLines, remove, add, buildAllSortIndexes, ids } = workspace
  try {
    if (name === 'build sort indexes') await buildAllSortIndexes()
    else if (name === 'import') await importLines(input as string)
    else if (name === 'remove') await remove(ids[input as number] ?? '')
    else if (name === 'add') await add(ids[input as number] ?? '')
    else {
      const parameters =
        name === 'undo_change' ? { undo_token: tokens.at(-1 - (input as number)) } : input
      tokens.push((await call(name, parameters as object)).undo_token)
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
  }
}

const request = fc.record({
  sort_by: fc.option(column),
  descending: fc.boolean(),
  filters: fc.array(
    fc.record({
      column,
      value,
      operator: fc.oneof(fc.constant('equals' as const), fc.constantFrom(...OPERATORS)),
    }),
    { maxLength: 2 },
  ),
  limit: fc.integer({ min: 1, max: 4 }),
})

type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never

function toRequest(
  table: StackTable,
  { sort_by, descending, filters, ...rest }: Request,
): RowsRequest {
  const find = (name: string) => table.columns.find((one) => one.name === name)
  const sortBy = sort_by === null ? undefined : find(sort_by)
  return {
    ...rest,
    ...(sortBy !== undefined && { sortBy, descending }),
    conditions: filters.flatMap((filter) => {
      const known = find(filter.column)
      return known === undefined ? [] : [{ ...filter, column: known }]
    }),
  }
}

const firstRows = [
  'Document,vendor,amount,note\n',
  ...Array.from({ length: DOCUMENTS - 2 }, (_, index) => `d${index},a,${index % 3},${index % 7}\n`),
].join('')

test('after any sequence of changes, reading with and without sort indexes gives the same rows', async () => {
  const story = fc.tuple(
    fc.array(step, { minLength: 10, maxLength: 40 }),
    fc.array(request, { minLength: 12, maxLength: 12 }),
  )
  await fc.assert(
    fc.asyncProperty(story, async ([story, requests]) => {
      const workspace = await openIndexedTable(DOCUMENTS)
      await workspace.importLines(firstRows)
      const tokens: string[] = []
      for (const next of story) {
        await runStep(workspace, next, tokens)
        await expectSortIndexesMatchRows(workspace)
      }
      for (const next of requests) {
        const table = await workspace.table()
        await expectSamePages(workspace.db, table, toRequest(table, next))
        await expectSortIndexesMatchRows(workspace)
      }
    }),
    { numRuns: 15 },
  )
}, 240_000)
