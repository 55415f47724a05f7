import type { Database } from '@quartermaster/db'

/** The newest deliveries, oldest first. `agent` restricts them to one recipient. */
export async function listRecentDeliveries(
  db: Database,
  workspaceId: string,
  agent: string | undefined,
  limit: number,
) {
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'schedule_id', 'agent_id', 'state', 'kind', 'error', 'created_at', 'ended_at'])
    .where('workspace_id', '=', workspaceId)
    .$if(agent !== undefined, (query) => query.where('agent_id', '=', agent ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

/** Schedules that changed at or after `since`. `agent` restricts them to its own. */
export function listChangedSchedules(
  db: Database,
  workspaceId: string,
  agent: string | undefined,
  since: Date,
  limit: number,
) {
  return db
    .selectFrom('schedules')
    .select(['id', 'agent_id', 'next_run', 'paused_at', 'ended_as', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('updated_at', '>=', since)
    .$if(agent !== undefined, (query) =>
      query.where((or) =>
        or.or([or('agent_id', '=', agent ?? ''), or('created_by', '=', agent ?? '')]),
      ),
    )
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}
