import { type Database, inTransaction, type Tx } from '@quartermaster/db'
import type { Caller } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'
import { redact } from '../http/redact.ts'
import { type Act, saveAct } from '../queries/audit-log.ts'

/** The thing that an act changed. `before` and `after` are its states, without secrets. */
export type Change = {
  readonly kind: string
  readonly name: string | number
  readonly before?: unknown
  readonly after?: unknown
}

type Performed<Result> = { readonly result: Result; readonly change: Change }

const TIMEOUT_MS = 15_000

/** Runs an administrative act and records it, in one transaction. */
export async function performAct<Result>(
  db: Database,
  request: FastifyRequest,
  work: (trx: Tx) => Promise<Performed<Result>>,
): Promise<Result> {
  const { result } = await inTransaction(db, TIMEOUT_MS, async (trx) => {
    const performed = await work(trx)
    await recordAct(trx, actionOf(request), request, performed.change)
    return performed
  })
  request.isActRecorded = true
  return result
}

type Origin = { readonly caller: Caller; readonly id: string; readonly ip: string }

/** Adds one record to the audit log. `performAct` does this for routes. */
export const recordAct = (
  db: Database,
  action: string,
  { caller, id, ip }: Origin,
  { kind, name, before, after }: Change,
): Promise<void> =>
  saveAct(db, {
    workspace_id: caller.workspaceId,
    workspace: caller.workspace,
    actor: caller.agent,
    key_id: caller.keyId,
    action,
    subject_kind: kind,
    subject: String(name),
    before: stateText(before),
    after: stateText(after),
    request_id: id,
    address: ip,
  } satisfies Act)

const LIMITS = { text: 10_000, items: 2000, total: 200_000 }

const stateText = (state: unknown): string | null =>
  state === undefined || state === null ? null : redact(state, LIMITS)

/** The operation id of the route in the OpenAPI document. */
function actionOf({ routeOptions, method }: FastifyRequest): string {
  const { operationId } = (routeOptions.schema ?? {}) as { operationId?: string }
  return operationId ?? `${method} ${routeOptions.url}`
}
