import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { LISTED } from './list-tool-calls.ts'
import { loggedCalls } from './logged-calls.ts'

const SEGMENTS = 10

/** The id of the newest segment, or 0. */
export async function findNewestSegment(db: Database): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(max(id), 0) as newest from call_log_segments`.execute(db)
  return rows[0]?.newest ?? 0
}

type Options = {
  readonly agent: string | undefined
  /** The calls are those of segments with a higher id. */
  readonly after: number
  /** Segments that are left out. */
  readonly except: readonly number[]
}

/** The calls of the next segments, oldest first. */
export const listNewToolCalls = (
  db: Database,
  workspaceId: string,
  { agent, after, except }: Options,
) =>
  loggedCalls(db)
    .select([...LISTED, 'segment_id'])
    .where('workspace_id', '=', workspaceId)
    .where(
      'segment_id',
      'in',
      sql<number>`(
        select id from call_log_segments
        where workspace_id = ${workspaceId}::uuid and id > ${after} and id <> all (${except}::bigint[])
          and ${agent === undefined ? sql`true` : sql`${agent} = any (agents)`}
        order by id limit ${SEGMENTS}
      )`,
    )
    .$if(agent !== undefined, (query) => query.where('agent', '=', agent ?? ''))
    .orderBy('id')
    .execute()
