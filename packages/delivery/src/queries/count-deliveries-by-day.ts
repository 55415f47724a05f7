import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { firstIdAt } from '../delivery-id.ts'

// A delivery may be created slightly before it is due.
const HOUR_MS = 3_600_000

const LATE = sql`interval '1 minute'`

/**
 * Deliveries that were due on some days, by day, schedule, recipient and outcome. `starts` contains the start of each
 * day and the end of the last one. Only ids created since an hour before the first day are read.
 */
export function countDeliveriesByDay(db: Database, workspaceId: string, starts: readonly Date[]) {
  const first = starts[0] ?? new Date(0)
  const day = sql<number>`width_bucket(due_at, ${starts}::timestamptz[]) - 1`
  // A delivery that was created too late was caught up; one that was created in time but arrived too late was late.
  const outcome = sql<string>`case
    when state in ('failed', 'unconfirmed') then 'failed'
    when state = 'cancelled' then 'cancelled'
    when state <> 'delivered' then 'open'
    when created_at - due_at > ${LATE} then 'caught up'
    when ended_at - due_at > ${LATE} then 'late'
    else 'delivered' end`
  return db
    .selectFrom('deliveries')
    .select([day.as('day'), 'schedule_id', 'agent_id', outcome.as('outcome')])
    .select([sql<Date>`min(due_at)`.as('first'), sql<number>`count(*)`.as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('id', '>=', firstIdAt(new Date(first.getTime() - HOUR_MS)))
    .where('due_at', '>=', first)
    .where('due_at', '<', starts.at(-1) ?? first)
    .groupBy([sql`1`, sql`2`, sql`3`, sql`4`])
    .execute()
}
