import { cancelOnAbort, type Database, inTransaction } from '@quartermaster/db'
import type { Call, ConcurrencyLimits, Tool } from '@quartermaster/toolkit'
import { recordAct } from '../audit/perform-act.ts'
import { answerText } from './answer-text.ts'
import { isConflict } from './database-errors.ts'
import { type Cancellation, type Deadline, withDeadline } from './deadline.ts'
import { executeBatched } from './execute-batched.ts'
import { runInOrder } from './run-in-order.ts'
import {
  type Once,
  type Outcome,
  runOnceInTransaction,
  runOnceOutsideTransaction,
} from './run-once.ts'

export type Services = { readonly db: Database }

/** A call whose arguments are read and whose caller is permitted. */
export type Execution<S extends Services> = {
  readonly tool: Tool<S>
  readonly input: Record<string, unknown>
  readonly call: Omit<Call<S>, 'signal'>
  /** Present when the caller sent an idempotency key: a write then happens once. */
  readonly once: Once | undefined
  readonly toolCallId: string | undefined
  readonly cancellation: Cancellation
  /** The address of the caller, for the audit log. */
  readonly address: string
  /** Limits the transactions of each workspace. */
  readonly transactions: ConcurrencyLimits
}

/**
 * Runs a call within its deadline: together with concurrent calls where the tool allows it, else a write in
 * one transaction with its idempotency record. The outcome is the whole answer as JSON text.
 */
export function execute<S extends Services>(execution: Execution<S>): Promise<Outcome> {
  const { tool, once, cancellation } = execution
  return withDeadline(tool.timeoutSeconds, cancellation, (deadline) => {
    const runAlone = () => executeAlone(execution, deadline)
    const run = () => executeBatched(execution, deadline, runAlone) ?? runAlone()
    return once !== undefined && tool.batch !== undefined ? runInOrder(once.identity, run) : run()
  })
}

function executeAlone<S extends Services>(
  execution: Execution<S>,
  deadline: Deadline,
): Promise<Outcome> {
  const { tool } = execution
  if (tool.effect === 'read') return executeRead(execution, deadline)
  return tool.transactional
    ? executeInTurn(execution, deadline)
    : executeOutsideTransaction(execution, deadline)
}

async function executeRead<S extends Services>(
  execution: Execution<S>,
  { signal }: Deadline,
): Promise<Outcome> {
  const answer = await runHandler(execution, cancellable(execution, signal), signal)
  return { answer, replayed: false }
}

/** Calls of one workspace that wait for a lock must not take all connections of the pool. */
function executeInTurn<S extends Services>(
  execution: Execution<S>,
  deadline: Deadline,
): Promise<Outcome> {
  const { call, transactions } = execution
  return transactions.run(call.caller.workspaceId, () =>
    deadline.hasPassed()
      ? Promise.reject(deadline.signal.reason)
      : executeInTransaction(execution, deadline),
  )
}

const ATTEMPTS = 3

/** PostgreSQL aborts one of two transactions that block each other; that one is retried. */
async function executeInTransaction<S extends Services>(
  execution: Execution<S>,
  deadline: Deadline,
  attempt = 1,
): Promise<Outcome> {
  const { once, call } = execution
  const { services } = call
  try {
    return await inTransaction(services.db, deadline.remainingMs(), async (trx) => {
      const work = () => runHandler(execution, { ...services, db: trx }, deadline.signal)
      const outcome =
        once === undefined
          ? { answer: await work(), replayed: false }
          : await runOnceInTransaction(trx, once, work)
      // The answer to an expired call says that nothing happened, so nothing may be committed.
      deadline.signal.throwIfAborted()
      deadline.release()
      return outcome
    })
  } catch (error) {
    if (!isConflict(error) || attempt === ATTEMPTS || deadline.hasPassed()) throw error
    return executeInTransaction(execution, deadline, attempt + 1)
  }
}

async function executeOutsideTransaction<S extends Services>(
  execution: Execution<S>,
  { signal }: Deadline,
): Promise<Outcome> {
  const { tool, once, call } = execution
  const work = () =>
    runHandler(execution, cancellable(execution, signal), signal).catch((error) => {
      // An aborted handler can fail in many ways; the caller was answered with the reason of the abort.
      throw signal.aborted ? signal.reason : error
    })
  if (once === undefined) return { answer: await work(), replayed: false }
  return runOnceOutsideTransaction(call.services.db, once, tool.timeoutSeconds, work)
}

/** The services with a database whose reads end together with the call. */
const cancellable = <S extends Services>(
  { call: { services } }: Execution<S>,
  signal: AbortSignal,
): S => ({ ...services, db: cancelOnAbort(services.db, signal) })

async function runHandler<S extends Services>(
  { tool, input, call, toolCallId, address }: Execution<S>,
  services: S,
  signal: AbortSignal,
): Promise<string> {
  const answer = await tool.handler(input, { ...call, services, signal })
  if (tool.isAct) {
    const change = { kind: 'tool', name: tool.name, after: input }
    const { caller, requestId: id } = call
    await recordAct(services.db, tool.name, { caller, id, ip: address }, change)
  }
  return answerText(answer, toolCallId)
}
