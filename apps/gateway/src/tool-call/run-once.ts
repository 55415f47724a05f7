import { createHash } from 'node:crypto'
import type { Database, Tx } from '@quartermaster/db'
import { canonicalJson, type ErrorCode, ToolError } from '@quartermaster/toolkit'
import {
  type CallIdentity,
  claimCall,
  findCall,
  releaseCall,
  type StoredCall,
  saveAnswer,
  saveFailure,
} from '../queries/idempotency.ts'

const DAY_MS = 24 * 60 * 60 * 1000
// A handler ends, and its outcome is stored, shortly after its deadline.
const MARGIN_MS = 10_000

export type Once = {
  readonly identity: CallIdentity
  /** The arguments as received: columns and names may change before the same call comes again. */
  readonly sent: Record<string, unknown>
  readonly now: Date
}

export type Outcome = { readonly answer: string; readonly replayed: boolean }

/** The answer that the same call was given before, if any. */
export async function findStoredAnswer(
  db: Database,
  { identity, sent, now }: Once,
): Promise<Outcome | undefined> {
  const stored = await findCall(db, identity, now)
  if (stored === undefined || stored.answer === null || !stored.inputHash.equals(hashOf(sent))) {
    return undefined
  }
  return { answer: stored.answer, replayed: true }
}

export const storedUntil = (now: Date): Date => new Date(now.getTime() + DAY_MS)

/**
 * For work that is all in this transaction: the answer is committed together with the effect. A concurrent
 * duplicate waits for the first call and gets the same answer.
 */
export async function runOnceInTransaction(
  trx: Tx,
  { identity, sent, now }: Once,
  work: () => Promise<string>,
): Promise<Outcome> {
  const expiresAt = storedUntil(now)
  const stored = await claimCall(trx, identity, hashOf(sent), now, expiresAt)
  if (stored !== undefined) return replay(stored, sent)
  const answer = await work()
  await saveAnswer(trx, identity, answer, expiresAt)
  return { answer, replayed: false }
}

/**
 * For work outside the database: the key is claimed before it and the first outcome stored after it, including a
 * failure after which the work may have had an effect. If the process dies in between, the key stays claimed
 * for as long as the call could have lasted.
 */
export async function runOnceOutsideTransaction(
  db: Database,
  { identity, sent, now }: Once,
  timeoutSeconds: number,
  work: () => Promise<string>,
): Promise<Outcome> {
  const claimedUntil = new Date(now.getTime() + timeoutSeconds * 1000 + MARGIN_MS)
  const stored = await claimCall(db, identity, hashOf(sent), now, claimedUntil)
  if (stored !== undefined) return replay(stored, sent)
  try {
    const answer = await work()
    await saveAnswer(db, identity, answer, storedUntil(now))
    return { answer, replayed: false }
  } catch (error) {
    if (mayHaveActed(error)) await saveFailure(db, identity, failureText(error), storedUntil(now))
    else await releaseCall(db, identity)
    throw error
  }
}

// The tool was not reached, so the same key can be used again.
const NOT_REACHED: readonly ErrorCode[] = ['unavailable', 'rate_limited', 'conflict', 'in_flight']

/** Whether a failed call may have had an effect, so that running it again could double it. */
function mayHaveActed(error: unknown): error is ToolError {
  if (!(error instanceof ToolError) || NOT_REACHED.includes(error.code)) return false
  // `written` is false if the guarded client never sent the request.
  const { written } = (error.cause ?? {}) as { written?: boolean }
  return written !== false
}

const failureText = ({ code, message, details, headers }: ToolError): string =>
  JSON.stringify({ code, message, details, headers })

/** The first failure again. Advice to call again would lead to the same answer. */
function toFailure(text: string): ToolError {
  const { code, message, details, ...first } = JSON.parse(text)
  const headers = { ...first.headers, 'idempotency-replayed': 'true' }
  return new ToolError(code, message, { details, headers, suggestion: NEW_KEY, retryable: false })
}

const NEW_KEY =
  'The call failed before, and may have had an effect, so it was not run again. To run it again, send a new idempotency key.'

function replay(stored: StoredCall, sent: Once['sent']): Outcome {
  if (!stored.inputHash.equals(hashOf(sent))) {
    throw new ToolError(
      'key_reused',
      'This idempotency key was used for a call with other arguments.',
    )
  }
  if (stored.failure !== null) throw toFailure(stored.failure)
  if (stored.answer === null) {
    throw new ToolError('in_flight', 'A call with this idempotency key is still running.', {
      headers: { 'retry-after': '1' },
    })
  }
  return { answer: stored.answer, replayed: true }
}

/** A null argument counts as absent, so that both spellings are the same call. */
export function hashOf(sent: Once['sent']): Buffer {
  const given = Object.entries(sent).filter(([, value]) => value !== null)
  return createHash('sha256')
    .update(canonicalJson(Object.fromEntries(given)))
    .digest()
}
