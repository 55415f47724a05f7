import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

export type OpenDeliveries = {
  readonly pending: number
  readonly sending: number
  readonly held: number
  /** Age of the oldest pending delivery that is due, in seconds; 0 if none is. */
  readonly lagSeconds: number
}

const NONE: OpenDeliveries = { pending: 0, sending: 0, held: 0, lagSeconds: 0 }

/** Open deliveries of all workspaces. Those of paused workspaces do not count towards `lagSeconds`. */
export async function countOpenDeliveries(db: Database): Promise<OpenDeliveries> {
  const { rows } = await sql<OpenDeliveries>`
    select count(*) filter (where state = 'pending') as pending,
      count(*) filter (where state = 'sending') as sending,
      count(*) filter (where state = 'held') as held,
      coalesce((
        select greatest(extract(epoch from now() - min(d.attempt_at)), 0)::float8
        from deliveries d
        where d.state = 'pending' and d.attempt_at <= now()
          and not exists (select from delivery_pauses p where p.workspace_id = d.workspace_id)
      ), 0) as "lagSeconds"
    from deliveries
    where state in ('pending', 'held', 'sending')
  `.execute(db)
  return rows[0] ?? NONE
}
