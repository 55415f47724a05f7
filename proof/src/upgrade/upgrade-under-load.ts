import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Load, startLoad } from '../load/run-load.ts'
import { type Verdict, verify } from '../load/verify.ts'
import { prepareWorkload } from '../load/workload.ts'
import { startGateway } from '../system/gateway.ts'
import type { Postgres } from '../system/postgres.ts'
import { startSystem } from '../system/start-system.ts'
import { createNextVersion } from './create-next-version.ts'

export type UpgradeResult = Verdict & {
  /** From the start of the first process of the next version until it took calls. */
  readonly startSeconds: number
  /** Writes that were not acknowledged at the first attempt. */
  readonly repeated: number
  /** The longest that a write took while the next version migrated the database. */
  readonly slowestMs: number
  readonly broken: readonly string[]
}

/** New columns in the tables of all families: the statements of the running version return one column more. */
const MIGRATION = `
  alter table agents add column next_version text;
  alter table context_items add column next_version text;
  alter table stack_tables add column next_version text;
  alter table stack_table_rows add column next_version integer not null default 0;
  alter table schedules add column next_version text;
  alter table deliveries add column next_version integer not null default 0;
  alter table call_log_segments add column next_version text;
  create table next_version (id bigint generated always as identity primary key);
`
/** Longer than a migration waits for a lock, so that it must try again. */
const READER_SECONDS = 4
/** A write may wait for as long as a migration waits for its locks, and a little for a busy machine. */
const SLOWEST_MS = 3000

/**
 * A process of the next version migrates the database under the calls of this one; both then work side by
 * side, and this one ends.
 */
export async function upgradeUnderLoad(seconds: number): Promise<UpgradeResult> {
  await using cleanup = new AsyncDisposableStack()
  const system = cleanup.adopt(await startSystem(), (open) => open.stop())
  // After the first start, which builds the console if necessary: the copy needs no build of its own.
  const next = cleanup.adopt(await createNextVersion(MIGRATION), (open) => open.remove())
  const dataDir = await mkdtemp(join(tmpdir(), 'quartermaster-proof-'))
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { postgres } = system
  const older = system.gateway()
  const workload = cleanup.adopt(await prepareWorkload(older.url), (open) => open.stop())
  let urls = [older.url]
  const load = startLoad({ workload, urlOf: (writer) => urls[writer % urls.length] ?? '' })
  await delay(seconds * 1000)

  const began = performance.now()
  const reading = holdReadLocks(postgres, READER_SECONDS)
  const newer = cleanup.adopt(
    await startGateway(
      {
        DATABASE_URL: postgres.url,
        REDIS_URL: system.redisProxy.url,
        QM_ROLE: 'gateway',
        QM_DATA_DIR: dataDir,
      },
      next.main,
    ),
    (open) => open.stop(),
  )
  const migratedAt = performance.now()
  await reading
  urls = [older.url, newer.url]
  await delay(seconds * 1000)
  urls = [newer.url]
  await delay(500)
  await older.stop()
  await delay(seconds * 1000)
  await load.stop()

  const verdict = await verify(postgres, workload, load.acknowledged)
  const during = load.acknowledged.filter(
    ({ at, latencyMs }) => at >= began && at - latencyMs < migratedAt,
  )
  const result = {
    ...verdict,
    startSeconds: (migratedAt - began) / 1000,
    repeated: load.acknowledged.filter(({ attempts }) => attempts > 1).length,
    slowestMs: Math.max(0, ...during.map(({ latencyMs }) => latencyMs)),
  }
  const [found] = await postgres.query<{ name: string | null }>(
    `select to_regclass('next_version')::text as name`,
  )
  const isMigrated = found?.name === 'next_version'
  return { ...result, broken: findBroken(result, load, isMigrated, system.exits().length) }
}

/** A long transaction of another program, such as a report, which reads the tables to be changed. */
async function holdReadLocks(postgres: Pick<Postgres, 'url'>, seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url, application_name: 'proof' })
  await client.connect()
  try {
    await client.query('begin; select from context_items limit 1; select from schedules limit 1')
    await delay(seconds * 1000)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

function findBroken(
  result: Omit<UpgradeResult, 'broken'>,
  { problems }: Load,
  isMigrated: boolean,
  exits: number,
): string[] {
  const broken: [boolean, string][] = [
    [!isMigrated, 'the database was not migrated'],
    [result.lost + result.promptsLost > 0, 'something acknowledged is lost'],
    [result.doubled + result.promptsDoubled > 0, 'something happened twice'],
    [result.repeated > 0, `${result.repeated} writes failed at first`],
    [
      result.slowestMs > SLOWEST_MS,
      `a write took ${result.slowestMs.toFixed(0)} ms while the database was migrated`,
    ],
    [problems.length > 0, `unexpected answers: ${problems.slice(0, 3).join('; ')}`],
    [exits > 0, 'a process exited by itself'],
  ]
  return broken.filter(([is]) => is).map(([, text]) => text)
}
