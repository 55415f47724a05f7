import { type Database, inTransaction } from '@quartermaster/db'
import { type Call, stringifyJson, type Tool, ToolResponse } from '@quartermaster/toolkit'
import { type ContentAnswer, isContentAnswer } from './content-answer.ts'
import { isConflict } from './database-errors.ts'
import { type Deadline, withDeadline } from './deadline.ts'
import { type Once, type Outcome, onceInTransaction, onceOutside } from './run-once.ts'

type Services = { readonly db: Database }

export type Performance<S extends Services> = {
  readonly tool: Tool<S>
  readonly input: Record<string, unknown>
  readonly call: Omit<Call<S>, 'signal'>
  /** Present when the caller gave a key: a write then happens once. */
  readonly once: Once | undefined
  readonly toolCallId: string | undefined
}

/**
 * Runs a validated and permitted call: in time, and a write in one transaction, with the answer
 * that its repetition will get. What comes back is the whole answer as JSON text.
 */
export function perform<S extends Services>(performance: Performance<S>): Promise<Outcome> {
  const { tool } = performance
  return withDeadline(tool.timeoutSeconds, (deadline) => {
    if (tool.effect === 'read') return performRead(performance, deadline)
    return tool.transactional
      ? performInTransaction(performance, deadline)
      : performOutside(performance, deadline)
  })
}

async function performRead<S extends Services>(
  performance: Performance<S>,
  { signal }: Deadline,
): Promise<Outcome> {
  return { answer: await run(performance, performance.call.services, signal), replayed: false }
}

const ATTEMPTS = 3

/** Two writes that block each other are PostgreSQL's to end; the one that it ended tries again. */
async function performInTransaction<S extends Services>(
  performance: Performance<S>,
  deadline: Deadline,
  attempt = 1,
): Promise<Outcome> {
  const { services } = performance.call
  try {
    return await inTransaction(services.db, deadline.remainingMs(), async (trx) => {
      const work = () => run(performance, { ...services, db: trx }, deadline.signal)
      const { once } = performance
      const outcome =
        once === undefined
          ? { answer: await work(), replayed: false }
          : await onceInTransaction(trx, once, work)
      // The caller has been told that nothing happened: then nothing may.
      deadline.signal.throwIfAborted()
      deadline.release()
      return outcome
    })
  } catch (error) {
    if (!isConflict(error) || attempt === ATTEMPTS || deadline.signal.aborted) throw error
    return performInTransaction(performance, deadline, attempt + 1)
  }
}

async function performOutside<S extends Services>(
  performance: Performance<S>,
  { signal }: Deadline,
): Promise<Outcome> {
  const { tool, once, call } = performance
  const work = () => run(performance, call.services, signal)
  if (once === undefined) return { answer: await work(), replayed: false }
  return onceOutside(call.services.db, once, tool.timeoutSeconds, work)
}

async function run<S extends Services>(
  { tool, input, call, toolCallId }: Performance<S>,
  services: S,
  signal: AbortSignal,
): Promise<string> {
  const result = await tool.handler(input, { ...call, services, signal })
  return stringifyJson(isContent(result) ? contentAnswer(result, toolCallId) : result)
}

const isContent = (result: unknown): result is ToolResponse | ContentAnswer =>
  result instanceof ToolResponse || isContentAnswer(result)

/** Blocks of content bear the id of the call they answer. */
function contentAnswer(result: ToolResponse | ContentAnswer, toolCallId: string | undefined) {
  const { content } = result
  const is_error = result instanceof ToolResponse ? result.isError : result.is_error
  return { ...(toolCallId !== undefined && { tool_call_id: toolCallId }), content, is_error }
}
