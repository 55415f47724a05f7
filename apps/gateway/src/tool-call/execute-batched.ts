import type { Database } from '@quartermaster/db'
import {
  type CallBatch,
  collectBatches,
  fulfilled,
  getTracing,
  queueByLock,
  rejected,
} from '@quartermaster/toolkit'
import { batchSizes } from '../metrics/metrics.ts'
import type { Deadline } from './deadline.ts'
import type { Execution, Services } from './execute.ts'
import { type Entry, NOT_LOCKED, type Result, runReads, runWrites } from './run-batch.ts'
import type { Outcome } from './run-once.ts'

/** For a batch of this size, the cost of a separate statement is small compared with that of its calls. */
const LARGE_BATCH = 16

/** A write starts when the one before has ended or has run for this long, which is much longer than most writes. */
const SLOW_WRITE_MS = 20

/** How long a batch of writes waits for locks before its calls wait separately, each for its own lock. */
const LOCK_MS = 200

/** Batches that wait for locks at the same time. Each has a connection of the pool. */
const MAX_WAITING_FOR_LOCKS = 3

/**
 * Runs a call together with the concurrent calls of the same kind: one statement, one commit, and for each
 * call its own answer, error and idempotency record. Undefined if the call must run alone; if that turns out
 * later, `runAlone` runs it.
 */
export function executeBatched<S extends Services>(
  execution: Execution<S>,
  deadline: Deadline,
  runAlone: () => Promise<Outcome>,
): Promise<Outcome> | undefined {
  const { tool, input, call } = execution
  const item = tool.batch?.itemOf(input, call)
  if (tool.batch === undefined || item === undefined) return undefined
  const add = collectorOf(call.services, tool.batch.kind, tool.effect === 'read')
  const entry = { item, execution, deadline, traceparent: getTracing()?.current() }
  return add(entry).then((answer) =>
    typeof answer === 'string' ? { answer, replayed: false } : runAlone(),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: one map holds the collectors of tools with different services.
type AnyEntry = Entry<any>
type Collector = (entry: AnyEntry) => Promise<Result>

/**
 * Calls share a batch only within one process and one database, so collectors are kept per database.
 */
const collectors = new WeakMap<Database, Map<unknown, Collector>>()

function collectorOf<S extends Services>(
  services: S,
  kind: CallBatch<S, unknown>,
  isRead: boolean,
): Collector {
  const ofDatabase = collectors.get(services.db) ?? new Map<unknown, Collector>()
  collectors.set(services.db, ofDatabase)
  const known = ofDatabase.get(kind)
  if (known !== undefined) return known
  const collector = isRead ? collectReads(services, kind) : collectWrites(services, kind)
  ofDatabase.set(kind, collector)
  return collector
}

type Collect = <S extends Services>(services: S, kind: CallBatch<S, unknown>) => Collector

const collectReads: Collect = (services, kind) => {
  const run = observed((entries) => runReads(services, kind, entries, {}))
  return collectBatches(run, { largeSize: LARGE_BATCH })
}

/**
 * A call whose lock another transaction holds leaves its batch and waits in a queue of that lock, where the calls
 * that need other locks do not wait with it.
 */
const collectWrites: Collect = (services, kind) => {
  const { conflictKey, lockName } = kind
  const conflicts = conflictKey && { conflictKey: ({ item }: AnyEntry) => conflictKey(item) }
  const options = {
    maxInFlight: 1,
    slowMs: SLOW_WRITE_MS,
    largeSize: LARGE_BATCH,
    ...conflicts,
  }
  const run = (lockMs?: number) =>
    observed((entries) => runWrites(services, kind, entries, { lockMs }))
  if (lockName === undefined) return collectBatches(run(), options)

  const queues = queueByLock(run(), { ...conflicts, maxInFlight: MAX_WAITING_FOR_LOCKS })
  const hasQueue = ({ item }: AnyEntry) => queues.has(lockName(item))
  const together = collectBatches(
    runSome(
      run(LOCK_MS),
      (entry) => !hasQueue(entry),
      () => fulfilled(NOT_LOCKED),
    ),
    options,
  )
  const waitForLock: Collector = async (entry) => {
    const result = await queues.add(lockName(entry.item), entry)
    // The wait ended at the deadline of another call.
    return result === NOT_LOCKED ? waitForLock(entry) : result
  }
  return (entry) =>
    hasQueue(entry)
      ? waitForLock(entry)
      : together(entry).then((result) => (result === NOT_LOCKED ? waitForLock(entry) : result))
}

type RunEntries<R> = (entries: readonly AnyEntry[]) => Promise<readonly PromiseSettledResult<R>[]>

/** Counts and traces batches, and leaves out calls that were abandoned while they waited for their batch. */
const observed = (run: RunEntries<Result>): RunEntries<Result> => {
  const runLive: RunEntries<Result> = (entries) => {
    batchSizes.observe(entries[0]?.execution.tool.name ?? '', entries.length)
    return traceBatch(entries, () => run(entries))
  }
  const isLive = ({ deadline }: AnyEntry) => !deadline.hasPassed()
  return runSome(runLive, isLive, ({ deadline }) => rejected(deadline.signal.reason))
}

/** Runs the entries that `mayRun`, and settles the others with `settle`. */
const runSome =
  (
    run: RunEntries<Result>,
    mayRun: (entry: AnyEntry) => boolean,
    settle: (entry: AnyEntry) => PromiseSettledResult<Result>,
  ): RunEntries<Result> =>
  async (entries) => {
    const running = entries.filter(mayRun)
    if (running.length === entries.length) return run(entries)
    const results = running.length === 0 ? [] : await run(running)
    const settled = new Map(running.map((entry, index) => [entry, results[index]]))
    return entries.map((entry) => settled.get(entry) ?? settle(entry))
  }

/** A batch belongs to the trace of its first call, and has links to the other calls. */
function traceBatch<S extends Services, T>(
  entries: readonly Entry<S>[],
  run: () => Promise<T>,
): Promise<T> {
  const [first, ...others] = entries
  const span = getTracing()?.begin(`batch ${first?.execution.tool.name}`, {
    kind: 'internal',
    parent: first?.traceparent ?? null,
    links: others.map(({ traceparent }) => traceparent),
    attributes: { 'quartermaster.batch.size': entries.length },
  })
  return span === undefined ? run() : span.run(run).finally(() => span.end())
}
