import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

const SWEPT_SEGMENTS = 10_000

/**
 * Deletes segments whose calls are all older than `oldest`, and those beyond the newest `calls`.
 * Reads: the sizes of all segments, from their index. Locks and writes: call_log_segments.
 */
export async function sweepToolCalls(
  db: Database,
  { oldest, calls }: { oldest: Date; calls: number },
): Promise<void> {
  await sql`
    delete from call_log_segments where id in (
      select id from (
        select id, last_at, sum(size) over (order by id desc) - size as newer from call_log_segments
      ) segment
      where last_at < ${oldest} or newer >= ${calls}
      order by id limit ${SWEPT_SEGMENTS}
    )`.execute(db)
}
