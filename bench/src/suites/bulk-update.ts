import type { Environment } from '../environment.ts'
import { spreadOf } from '../measure.ts'
import type { SuiteResult } from '../results.ts'
import { seedStack } from '../seed/stack.ts'

const ROWS = 20_000
const ROUNDS = 4

const BARE_UPDATE = `
  update bench_rows set cells = cells || jsonb_build_object('vendor', $2::text), version = version + 1
  where cells ->> 'vendor' = $1`

/** One call that changes many rows and can be undone, compared with a bare UPDATE that cannot. */
export async function benchBulkUpdate(environment: Environment): Promise<SuiteResult> {
  const { gateway, databases } = environment
  const { tableId, documentIds } = await seedStack(environment, 'bulk', ROWS)
  const lines = documentIds.map((id) => `${id},Acme Corp,1`)
  await gateway.upload(
    `/v1/tables/${tableId}/import`,
    ['document_id,vendor,amount', ...lines].join('\n'),
  )
  await databases.run('bench_bare', CREATE_BARE)
  await databases.run('bench_bare', SEED_BARE, [ROWS])
  const times = { bare: [] as number[], ours: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const [from, to] = round % 2 === 0 ? ['Acme Corp', 'Acme Inc'] : ['Acme Inc', 'Acme Corp']
    const bare = await time(() => databases.run('bench_bare', BARE_UPDATE, [from, to]))
    const path = `/v1/tables/${tableId}/tools/bulk_update_rows`
    const input = { column: 'vendor', match_value: from, new_value: to, expected_rows: ROWS }
    const ours = await time(() => gateway.call('POST', path, input))
    if (round === 0) continue
    times.bare.push(bare)
    times.ours.push(ours)
  }
  const [bare, ours] = [spreadOf(times.bare).median, spreadOf(times.ours).median]
  return {
    title: 'Bulk update',
    tables: [
      {
        title: `${ROWS.toLocaleString('en-US')} rows changed by one call`,
        head: ['way', 'ms', 'ratio'],
        rows: [
          ['pg: UPDATE without history', bare, 1],
          ['Quartermaster bulk_update_rows, which can be undone', ours, ours / bare],
        ],
      },
    ],
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const CREATE_BARE =
  'create table bench_rows (id int primary key, cells jsonb not null, version int not null)'
const SEED_BARE = `
  insert into bench_rows select n, jsonb_build_object('vendor', 'Acme Corp'), 1
  from generate_series(1, $1::int) n`
