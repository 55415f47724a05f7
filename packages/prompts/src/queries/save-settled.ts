import type { Tx } from '@quartermaster/db'
import { announceScheduleSoon } from '@quartermaster/delivery'
import { sql } from 'kysely'

/** The columns of a schedule that change when one of its deliveries ends. */
export type Settled = {
  readonly id: number
  readonly repetitionCount: number
  readonly lastRun: Date | null
  readonly nextRun: Date | null
  readonly dueAt: Date | null
  readonly openDeliveries: number
  readonly endedAt: Date | null
  readonly endedAs: string | null
}

/** Workers look this far ahead. A change that makes a schedule due sooner than this must be announced. */
export const LOOKAHEAD_MS = 2500

export async function saveSettled(trx: Tx, settled: readonly Settled[], now: Date): Promise<void> {
  if (settled.length === 0) return
  await sql`
    update schedules s
    set repetition_count = t."repetitionCount", last_run = t."lastRun", next_run = t."nextRun",
      due_at = t."dueAt", open_deliveries = t."openDeliveries", ended_at = t."endedAt",
      ended_as = t."endedAs"
    from json_to_recordset(${JSON.stringify(settled)}::json) as t(
      id bigint, "repetitionCount" int, "lastRun" timestamptz, "nextRun" timestamptz,
      "dueAt" timestamptz, "openDeliveries" int, "endedAt" timestamptz, "endedAs" text
    )
    where s.id = t.id
  `.execute(trx)
  const isSoon = ({ dueAt }: Settled) =>
    dueAt !== null && dueAt.getTime() - now.getTime() < LOOKAHEAD_MS
  if (settled.some(isSoon)) await announceScheduleSoon(trx)
}
