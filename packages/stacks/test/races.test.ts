import { inTransaction } from '@quartermaster/db'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { readHistory } from '../src/queries/history/read-history.ts'
import { getTable } from '../src/queries/tables/tables.ts'
import { type Answer, openTable } from './test-workspace.ts'

const MANY = 20

test('concurrent updates of different columns of a row lose nothing', async () => {
  const { on, table, S, D1 } = await openTable()
  const names = Array.from({ length: MANY }, (_, index) => `column_${index}`)
  const wide = await table(S, { mode: 'custom', custom_columns: names })
  await on(wide, 'save_table_row', { document_id: D1, column_0: 'first' })
  await Promise.all(
    names.map((name) =>
      on(wide, 'update_table_row', { document_id: D1, updates: { [name]: `of ${name}` } }),
    ),
  )
  const { rows } = await on(wide, 'read_rows')
  expect(rows[0].row_data).toEqual(Object.fromEntries(names.map((name) => [name, `of ${name}`])))
  expect(rows[0].version).toBe(MANY + 1)
})

test('concurrent updates of one cell are all in the history, each with the value it replaced', async () => {
  const { call, db, workspaceId, T, row, D1 } = await openTable()
  await call('save_table_row', { document_id: D1, vendor: 'start' })
  await Promise.all(
    Array.from({ length: MANY }, (_, index) =>
      call('update_table_row', { document_id: D1, updates: { vendor: `v${index}` } }),
    ),
  )
  const table = await getTable(db, workspaceId, T)
  const { rows } = await readHistory(db, table, { documentId: D1 })
  const steps = rows.toSorted((a, b) => (a.version ?? 0) - (b.version ?? 0))
  expect(steps).toHaveLength(MANY + 1)
  steps.slice(1).forEach(({ old }, index) => {
    expect(old).toEqual(steps[index]?.new)
  })
  expect(steps.at(-1)?.new).toEqual({ vendor: (await row(D1)).row_data.vendor })
})

test('the history is in the order of execution, even when calls overtake one another', async () => {
  const { call, row, db, workspaceId, T, D1 } = await openTable()
  await call('save_table_row', { document_id: D1, vendor: 'start' })
  await Promise.all(
    Array.from({ length: MANY }, (_, index) => {
      if (index % 3 === 0) return call('save_table_row', { document_id: D1, vendor: 'start' })
      return index % 3 === 1
        ? call('update_table_row', { document_id: D1, updates: { amount: `${index}` } })
        : call('bulk_update_rows', { column: 'vendor', match_value: 'start', new_value: 'start' })
    }),
  )
  const history = await readHistory(db, await getTable(db, workspaceId, T))
  const versions = history.rows.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => (b ?? 0) - (a ?? 0)))
  // The newest entry is the last change, so it can be undone.
  await call('undo_change', { undo_token: history.rows[0]?.undo_token })
  expect((await row(D1)).version).toBe(MANY + 2)
})

test('concurrent first saves of one document create one row with a gapless history', async () => {
  const { call, rows, db, workspaceId, T, D1 } = await openTable()
  await Promise.all(
    Array.from({ length: MANY }, (_, index) =>
      call('save_table_row', { document_id: D1, vendor: `v${index}` }),
    ),
  )
  const all = await rows()
  expect(all).toHaveLength(1)
  expect(all[0].version).toBe(MANY)
  const history = await readHistory(db, await getTable(db, workspaceId, T), { documentId: D1 })
  const steps = history.rows.toSorted((a, b) => (a.version ?? 0) - (b.version ?? 0))
  expect(steps.map(({ old }) => old)).toEqual([null, ...steps.slice(0, -1).map((step) => step.new)])
})

test('saves and changes of the columns do not mix', async () => {
  const { call, rows, D1, D2, D3 } = await openTable()
  const sets = [
    [{ name: 'vendor' }, { name: 'amount', type: 'number' }],
    [{ name: 'vendor' }, { name: 'tax', type: 'text' }],
  ]
  const define = async () => {
    for (let round = 0; round < 6; round++) {
      await call('define_columns', { columns: sets[round % 2] })
    }
  }
  const save = async (document_id: string) => {
    const outcomes: string[] = []
    for (let round = 0; round < 15; round++) {
      const answer = await call('save_table_row', { document_id, vendor: 'A', amount: '5' }).catch(
        (error: Answer) => error,
      )
      outcomes.push(answer.success ? 'saved' : answer.code)
    }
    return outcomes
  }
  const [, ...outcomes] = await Promise.all([define(), save(D1), save(D2), save(D3)])
  for (const outcome of outcomes.flat())
    expect(['saved', 'conflict', 'invalid_input']).toContain(outcome)
  for (const { row_data } of await rows()) expect(Object.keys(row_data)).toEqual(['vendor', 'tax'])
})

test('two concurrent bulk updates do not overwrite each other', async () => {
  const { call, rows, D1, D2, D3 } = await openTable()
  for (const document_id of [D1, D2, D3]) {
    await call('save_table_row', { document_id, vendor: 'A', date: 'd' })
  }
  const [first, second] = await Promise.all([
    call('bulk_update_rows', { column: 'vendor', match_value: 'A', new_value: 'B' }),
    call('bulk_update_rows', { column: 'date', match_value: 'd', new_value: 'e' }),
  ])
  expect([first.updated, second.updated]).toEqual([3, 3])
  for (const { row_data } of await rows()) {
    expect(row_data).toEqual({ vendor: 'B', date: 'e', amount: null })
  }
})

test('an update that waits for the table does not hold its row', async () => {
  const { call, row, db, T, D1 } = await openTable()
  await call('save_table_row', { document_id: D1, vendor: 'before' })
  const { update } = await inTransaction(db, 10_000, async (trx) => {
    await sql`select from stack_tables where id = ${T}::uuid for update`.execute(trx)
    const update = call('update_table_row', { document_id: D1, updates: { vendor: 'after' } })
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
      expect(rows).toHaveLength(1)
    })
    await sql`
      select from stack_table_rows where table_id = ${T}::uuid and document_id = ${D1}::uuid
      for update nowait`.execute(trx)
    // In an object, so that the transaction ends before the update does.
    return { update }
  })
  await update
  expect((await row(D1)).row_data.vendor).toBe('after')
})
