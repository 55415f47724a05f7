import type { Database } from '@quartermaster/db'
import { destinationOf, getRecipient } from '@quartermaster/delivery'
import { type Caller, mayCall, quote, ToolError, toolPath } from '@quartermaster/toolkit'
import type { Schedule } from '../queries/schedules.ts'
import { pausePrompts } from '../tools/pause-prompts.ts'

/**
 * Throws unless the caller created the schedule, receives it, or administers the workspace's
 * schedules: the operator, and agents that may call `pause_prompts`.
 */
export async function checkMayChange(
  db: Database,
  caller: Caller,
  schedule: Schedule,
): Promise<void> {
  const { agent, workspaceId } = caller
  if (schedule.created_by === agent || schedule.agent_id === agent) return
  if (caller.isRoot || mayAdminister(caller)) return
  const destination = destinationOf(await getRecipient(db, workspaceId, agent, undefined), true)
  if (destination.kind === 'letta' && destination.agent_id === schedule.agent_id) return
  throw new ToolError(
    'forbidden',
    `Schedule ${schedule.id} was created by ${quote(schedule.created_by)} for ${quote(schedule.agent_id)}; only they and the operator may change it.`,
    { suggestion: 'Ask the agent that created it, or the operator.' },
  )
}

const mayAdminister = ({ access }: Caller): boolean =>
  mayCall(access, { tool: pausePrompts, path: toolPath(pausePrompts.name) })
