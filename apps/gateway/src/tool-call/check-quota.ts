import type { Database } from '@quartermaster/db'
import type { Call, Tool } from '@quartermaster/toolkit'
import { type Quotas, quotaExceeded, type Refusal } from '../limits/quotas.ts'
import { findStoredAnswer, type Once, type Outcome } from './run-once.ts'

type Options<S extends { db: Database }> = {
  readonly tool: Tool<S>
  readonly input: Record<string, unknown>
  readonly call: Pick<Call<S>, 'caller' | 'services' | 'now'>
  readonly once: Once | undefined
  readonly bytes: number
}

/**
 * Undefined if the call may run, which is known immediately unless a quota is nearly used up.
 * Otherwise a promise: it rejects, resolves with the stored answer of the same call, or resolves with
 * undefined if the call may run after all.
 */
export function checkQuota<S extends { db: Database }>(
  quotas: Quotas | undefined,
  options: Options<S>,
): undefined | Promise<Outcome | undefined> {
  const { tool, call, bytes } = options
  if (quotas === undefined || tool.uses.length === 0) return undefined
  const checking = quotas.check(call.caller.workspaceId, tool.uses, bytes)
  return checking?.then((refusals) => refuse(refusals, options))
}

async function refuse<S extends { db: Database }>(
  refusals: readonly Refusal[],
  { tool, input, call, once }: Options<S>,
): Promise<Outcome | undefined> {
  const [first] = refusals
  if (first === undefined) return undefined
  const stored = once && (await findStoredAnswer(call.services.db, once))
  if (stored !== undefined) return stored
  const bytes = refusals.find(({ quota }) => quota === 'bytes')
  if (bytes !== undefined) throw quotaExceeded(bytes)
  if (await tool.replaces?.(input, call)) return undefined
  throw quotaExceeded(first)
}
