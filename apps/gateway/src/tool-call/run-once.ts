import { createHash } from 'node:crypto'
import type { Database } from '@quartermaster/db'
import { canonicalJson, ToolError } from '@quartermaster/toolkit'
import {
  type CallIdentity,
  claimCall,
  findCall,
  releaseCall,
  saveAnswer,
} from '../queries/idempotency.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type Once = {
  readonly identity: CallIdentity
  /** The arguments as they came: what they mean may change until they come again. */
  readonly sent: Record<string, unknown>
  readonly now: Date
}

export type Outcome = { readonly answer: string; readonly replayed: boolean }

/** The answer that this very call has had, if any. */
export async function recall(
  db: Database,
  { identity, sent, now }: Once,
): Promise<Outcome | undefined> {
  const stored = await findCall(db, identity, now)
  if (stored === undefined || stored.answer === null || !stored.inputHash.equals(hashOf(sent))) {
    return undefined
  }
  return { answer: stored.answer, replayed: true }
}

/**
 * For work that is all in this transaction: the answer is stored with the effect, so that either
 * both are there or neither. A repetition waits for its twin and gets the same answer.
 */
export async function onceInTransaction(
  trx: Database,
  { identity, sent, now }: Once,
  work: () => Promise<string>,
): Promise<Outcome> {
  const expiresAt = new Date(now.getTime() + DAY_MS)
  const stored = await claimCall(trx, identity, hashOf(sent), now, expiresAt)
  if (stored !== undefined) return replay(stored, sent)
  const answer = await work()
  await saveAnswer(trx, identity, answer, expiresAt)
  return { answer, replayed: false }
}

/**
 * For work outside the database: the key is taken before it and the answer stored after it. If
 * the process dies in between, the key stays taken for as long as the call could have lasted.
 */
export async function onceOutside(
  db: Database,
  { identity, sent, now }: Once,
  timeoutSeconds: number,
  work: () => Promise<string>,
): Promise<Outcome> {
  const takenUntil = new Date(now.getTime() + timeoutSeconds * 1000)
  const stored = await claimCall(db, identity, hashOf(sent), now, takenUntil)
  if (stored !== undefined) return replay(stored, sent)
  try {
    const answer = await work()
    await saveAnswer(db, identity, answer, new Date(now.getTime() + DAY_MS))
    return { answer, replayed: false }
  } catch (error) {
    await releaseCall(db, identity)
    throw error
  }
}

function replay(stored: { inputHash: Buffer; answer: string | null }, sent: Once['sent']): Outcome {
  if (!stored.inputHash.equals(hashOf(sent))) {
    throw new ToolError(
      'key_reused',
      'This idempotency key was used for a call with other arguments.',
    )
  }
  if (stored.answer === null) {
    throw new ToolError('in_flight', 'A call with this idempotency key is still running.', {
      headers: { 'retry-after': '1' },
    })
  }
  return { answer: stored.answer, replayed: true }
}

/** An argument that is null is one that was not sent. */
function hashOf(sent: Once['sent']): Buffer {
  const given = Object.entries(sent).filter(([, value]) => value !== null)
  return createHash('sha256')
    .update(canonicalJson(Object.fromEntries(given)))
    .digest()
}
