import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '../load/call.ts'
import { startGateway } from '../system/gateway.ts'
import { startPostgres } from '../system/postgres.ts'
import { countMigrations } from './create-next-version.ts'

export type StartTogetherResult = {
  readonly processes: number
  /** Until the last of them took calls. */
  readonly seconds: number
  readonly broken: readonly string[]
}

/** Starts gateways at the same time on an empty database, which all of them find without tables. */
export async function startTogether(processes: number): Promise<StartTogetherResult> {
  await using cleanup = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-proof-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = cleanup.adopt(await startPostgres(), (open) => open.stop())
  const began = performance.now()
  const outcomes = await Promise.allSettled(
    Array.from({ length: processes }, (_, index) =>
      startGateway({
        DATABASE_URL: postgres.url,
        QM_ROLE: 'gateway',
        QM_DATA_DIR: join(folder, String(index)),
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  const gateways = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  cleanup.defer(async () => {
    await Promise.all(gateways.map((gateway) => gateway.kill()))
  })
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : []))
  const answers = await Promise.all(
    gateways.map(({ url }, index) =>
      call(`${url}/v1/tools/push_context`, { key: `together ${index}`, value: '1' }),
    ),
  )
  const failed = answers.filter(({ status }) => status !== 200)
  const [run] = await postgres.query<{ count: number; names: number }>(
    'select count(*)::int, count(distinct name)::int as names from migrations',
  )
  const expected = await countMigrations()
  const broken: [boolean, string][] = [
    [failures.length > 0, `${failures.length} processes did not start: ${failures[0]}`],
    [failed.length > 0, `a call failed: ${failed[0]?.text}`],
    [
      run?.count !== expected || run.names !== expected,
      `${run?.count} of ${expected} migrations are recorded`,
    ],
  ]
  return { processes, seconds, broken: broken.filter(([is]) => is).map(([, text]) => text) }
}
