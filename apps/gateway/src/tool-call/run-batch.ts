import { type Database, inTransaction, type Tx } from '@quartermaster/db'
import { type CallBatch, fulfilled, rejected } from '@quartermaster/toolkit'
import { findTakenKeys, saveAnswers } from '../queries/idempotency.ts'
import { answerText } from './answer-text.ts'
import { hasFailedAsStatement, hasTimedOut } from './database-errors.ts'
import type { Deadline } from './deadline.ts'
import type { Execution, Services } from './execute.ts'
import { hashOf, storedUntil } from './run-once.ts'

/** A call in a batch. */
export type Entry<S extends Services> = {
  readonly item: unknown
  readonly execution: Execution<S>
  readonly deadline: Deadline
  /** The call's span, if the process sends traces. */
  readonly traceparent: string | undefined
}

/** The result of a call that has to run alone, through the tool's `handler`. */
export const RUN_ALONE = Symbol('RUN_ALONE')

/** The result of a write whose batch did not get its locks in time. */
export const NOT_LOCKED = Symbol('NOT_LOCKED')

/** The answer as JSON text, or what has to be done instead. */
export type Result = string | typeof RUN_ALONE | typeof NOT_LOCKED

type Run<Options extends object> = <S extends Services>(
  services: S,
  kind: CallBatch<S, unknown>,
  entries: readonly Entry<S>[],
  options: Options,
) => Promise<readonly PromiseSettledResult<Result>[]>

export const runReads: Run<object> = async (services, kind, entries) => {
  try {
    const { sameKey } = kind
    if (sameKey !== undefined) return await runDifferent(services, kind, entries, sameKey)
    const results = await kind.run(
      entries.map(({ item }) => item),
      services,
    )
    return results.map((result, index) => toAnswer(result, entries[index]))
  } catch (error) {
    return runEachAlone(entries, error)
  }
}

/**
 * Runs one of the items that have the same key. It is the last one, because a value that has expired by the time
 * of a call must not be in its answer.
 */
async function runDifferent<S extends Services>(
  services: S,
  kind: CallBatch<S, unknown>,
  entries: readonly Entry<S>[],
  sameKey: (item: unknown) => string,
): Promise<PromiseSettledResult<Result>[]> {
  const keys = entries.map(({ item }) => sameKey(item))
  const items = new Map(entries.map(({ item }, index) => [keys[index] ?? '', item]))
  const results = await kind.run([...items.values()], services)
  const byKey = new Map([...items.keys()].map((key, index) => [key, results[index]]))
  return entries.map((entry, index) => toAnswer(byKey.get(keys[index] ?? ''), entry))
}

type WriteOptions = {
  /** How long a statement waits for a lock. Unset: until the earliest deadline. */
  readonly lockMs?: number | undefined
}

/**
 * One transaction for the whole batch. Its statements are bounded by the earliest deadline, and no call is
 * abandoned once it has begun, so the answer always matches what was committed.
 */
export const runWrites: Run<WriteOptions> = async (services, kind, entries, options) => {
  for (const { deadline } of entries) deadline.release()
  const write = (taken: ReadonlySet<(typeof entries)[number]>) =>
    writeTogether(services, kind, entries, { ...options, taken })
  try {
    return await write(new Set()).catch(async (error) => {
      if (!(error instanceof TakenKey)) throw error
      // Repetitions are rare, so keys are looked up only after a repetition has failed the batch.
      return write(await findTaken(services.db, entries))
    })
  } catch (error) {
    const isLocked = kind.lockName !== undefined && hasTimedOut(error)
    return isLocked ? runAgain(entries, NOT_LOCKED) : runEachAlone(entries, error)
  }
}

/** Leaves the calls in `taken` to run alone. Rejects with `TakenKey`, and changes nothing, if any are missing. */
function writeTogether<S extends Services>(
  services: S,
  kind: CallBatch<S, unknown>,
  entries: readonly Entry<S>[],
  { taken, lockMs }: WriteOptions & { readonly taken: ReadonlySet<Entry<S>> },
): Promise<PromiseSettledResult<Result>[]> {
  const timeoutMs = Math.min(...entries.map(({ deadline }) => deadline.remainingMs()))
  const write = async (trx: Tx) => {
    const fresh = entries.filter((entry) => !taken.has(entry))
    const items = fresh.map(({ item }) => item)
    const results = items.length === 0 ? [] : await kind.run(items, { ...services, db: trx })
    const answers = new Map(fresh.map((entry, index) => [entry, toAnswer(results[index], entry)]))
    await storeAnswers(trx, answers)
    return entries.map((entry) => answers.get(entry) ?? fulfilled(RUN_ALONE))
  }
  return inTransaction(services.db, timeoutMs, write, { lockMs })
}

/**
 * If a statement fails, the batch has had no effect, and each call runs alone, so that only the one at fault
 * fails. Any other error, such as a lost connection, fails the whole batch.
 */
function runEachAlone<S extends Services>(entries: readonly Entry<S>[], error: unknown) {
  if (!hasFailedAsStatement(error) && !(error instanceof TakenKey)) throw error
  return runAgain(entries, RUN_ALONE)
}

/** The result of calls on which the batch had no effect. Their deadlines apply again. */
function runAgain<S extends Services>(
  entries: readonly Entry<S>[],
  how: typeof RUN_ALONE | typeof NOT_LOCKED,
) {
  for (const { deadline } of entries) deadline.resume()
  return entries.map(() => fulfilled<Result>(how))
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
