import { createHash } from 'node:crypto'
import type { Call } from '@quartermaster/toolkit'

/**
 * The idempotency key for a module or an upstream service. Callers choose keys independently of
 * each other, so theirs is combined with the workspace, the agent, the thread and the function.
 */
export function upstreamIdempotencyKey(
  { caller, idempotencyKey }: Pick<Call<unknown>, 'caller' | 'idempotencyKey'>,
  route: { readonly toolset: string; readonly thread: string | null; readonly name: string },
): string | null {
  if (idempotencyKey === undefined) return null
  const scope = [caller.workspaceId, caller.agent, route.toolset, route.thread, route.name]
  return createHash('sha256')
    .update(JSON.stringify([...scope, idempotencyKey]))
    .digest('base64url')
}
