import { type Database, inTransaction, type Tx } from '@quartermaster/db'
import {
  type CallBatch,
  collectBatches,
  fulfilled,
  getTracing,
  rejected,
} from '@quartermaster/toolkit'
import { batchSizes } from '../metrics/metrics.ts'
import { findTakenKeys, saveAnswers } from '../queries/idempotency.ts'
import { answerText } from './answer-text.ts'
import { hasFailedAsStatement } from './database-errors.ts'
import type { Deadline } from './deadline.ts'
import type { Execution, Services } from './execute.ts'
import { hashOf, type Outcome, storedUntil } from './run-once.ts'

/** The result of a call that has to run alone, through the tool's `handler`. */
const RUN_ALONE = Symbol('RUN_ALONE')

type Entry<S extends Services> = {
  readonly item: unknown
  readonly execution: Execution<S>
  readonly deadline: Deadline
  /** The call's span, if the process sends traces. */
  readonly traceparent: string | undefined
}

type Result = string | typeof RUN_ALONE

/** For a batch of this size, the cost of a separate statement is small compared with that of its calls. */
const LARGE_BATCH = 8

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
    answer === RUN_ALONE ? runAlone() : { answer, replayed: false },
  )
}

// biome-ignore lint/suspicious/noExplicitAny: one map holds the collectors of tools with different services.
type Collector = (entry: Entry<any>) => Promise<Result>

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
  const run = isRead ? runReads : runWrites
  const { conflictKey } = kind
  const runCounted = (entries: readonly Entry<S>[]) => {
    batchSizes.observe(entries[0]?.execution.tool.name ?? '', entries.length)
    return traceBatch(entries, () => run(services, kind, entries))
  }
  const collector = collectBatches<Entry<S>, Result>(runCounted, {
    largeSize: LARGE_BATCH,
    ...(conflictKey && { conflictKey: ({ item }) => conflictKey(item) }),
  })
  ofDatabase.set(kind, collector)
  return collector
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

type Run = <S extends Services>(
  services: S,
  kind: CallBatch<S, unknown>,
  entries: readonly Entry<S>[],
) => Promise<readonly PromiseSettledResult<Result>[]>

const runReads: Run = async (services, kind, entries) => {
  try {
    const items = entries.map(({ item }) => item)
    const results = await kind.run(items, services)
    return results.map((result, index) => toAnswer(result, entries[index]))
  } catch (error) {
    return runEachAlone(entries, error)
  }
}

/**
 * One transaction for the whole batch. Its statements are bounded by the earliest deadline, and no call is
 * abandoned once it has begun, so the answer always matches what was committed.
 */
const runWrites: Run = async (services, kind, entries) => {
  for (const { deadline } of entries) deadline.release()
  try {
    return await writeTogether(services, kind, entries, new Set()).catch(async (error) => {
      if (!(error instanceof TakenKey)) throw error
      // Repetitions are rare, so keys are looked up only after a repetition has failed the batch.
      return writeTogether(services, kind, entries, await findTaken(services.db, entries))
    })
  } catch (error) {
    return runEachAlone(entries, error)
  }
}

/** Leaves the calls in `taken` to run alone. Rejects with `TakenKey`, and changes nothing, if any are missing. */
function writeTogether<S extends Services>(
  services: S,
  kind: CallBatch<S, unknown>,
  entries: readonly Entry<S>[],
  taken: ReadonlySet<Entry<S>>,
): Promise<PromiseSettledResult<Result>[]> {
  const timeoutMs = Math.min(...entries.map(({ deadline }) => deadline.remainingMs()))
  return inTransaction(services.db, timeoutMs, async (trx) => {
    const fresh = entries.filter((entry) => !taken.has(entry))
    const items = fresh.map(({ item }) => item)
    const results = items.length === 0 ? [] : await kind.run(items, { ...services, db: trx })
    const answers = new Map(fresh.map((entry, index) => [entry, toAnswer(results[index], entry)]))
    await storeAnswers(trx, answers)
    return entries.map((entry) => answers.get(entry) ?? fulfilled(RUN_ALONE))
  })
}

/**
 * If a statement fails, the batch has had no effect, and each call runs alone, so that only the one at fault
 * fails. Any other error, such as a lost connection, fails the whole batch.
 */
function runEachAlone<S extends Services>(entries: readonly Entry<S>[], error: unknown) {
  if (!hasFailedAsStatement(error) && !(error instanceof TakenKey)) throw error
  for (const { deadline } of entries) deadline.resume()
  return entries.map(() => fulfilled<Result>(RUN_ALONE))
}

/** The idempotency key of a call in the batch already belongs to another call. */
class TakenKey extends Error {}

/** Calls whose idempotency key already belongs to a call: they run alone and get its answer. */
async function findTaken<S extends Services>(db: Database, entries: readonly Entry<S>[]) {
  const repeatable = entries.filter(({ execution }) => execution.once !== undefined)
  if (repeatable.length === 0) return new Set<Entry<S>>()
  const identities = repeatable.flatMap(({ execution }) => execution.once?.identity ?? [])
  const taken = await findTakenKeys(db, identities)
  return new Set(repeatable.filter((_, index) => taken.has(index)))
}

async function storeAnswers<S extends Services>(
  trx: Tx,
  answers: ReadonlyMap<Entry<S>, PromiseSettledResult<Result>>,
): Promise<void> {
  const records = [...answers].flatMap(([{ execution }, result]) => {
    const { once } = execution
    if (once === undefined || result.status === 'rejected') return []
    const { identity, now, sent } = once
    const answer = String(result.value)
    return { identity, inputHash: hashOf(sent), answer, expiresAt: storedUntil(now) }
  })
  if (records.length === 0) return
  if ((await saveAnswers(trx, records)) < records.length) throw new TakenKey()
}

function toAnswer<S extends Services>(
  result: PromiseSettledResult<unknown> | undefined,
  entry: Entry<S> | undefined,
): PromiseSettledResult<Result> {
  if (result === undefined || entry === undefined) throw new Error('A batch lost a result')
  if (result.status === 'rejected') return rejected(result.reason)
  return fulfilled(answerText(result.value, entry.execution.toolCallId))
}
