import { type Call, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { PromptServices } from '../prompt-tool.ts'
import { announceSoon, countSchedulesOf, insertSchedule } from '../queries/schedules.ts'
import { SOON_MS } from '../queries/settled.ts'
import { findObstacles } from '../recipients/obstacles.ts'
import { formatInstant } from '../timing/instant.ts'
import { readEndAt, type TimingColumns } from '../timing/read-timing.ts'

export const Scheduled = Type.Object({
  status: Type.Literal('success'),
  id: Type.Integer({ description: 'Names the schedule, for example to cancel it.' }),
  next_run: Type.String({ description: 'When it runs first, in UTC.' }),
  message: Type.String(),
})

type Wanted = {
  readonly agentId: string
  readonly prompt: string
  readonly timing: TimingColumns
  readonly endAt?: string | undefined
  readonly maxRepetitions?: number | undefined
  readonly misfire: string
  readonly overlap: string
}

/** Stores a schedule: the last step, when all that was asked for has proved right. */
export async function createSchedule(call: Call<PromptServices>, wanted: Wanted) {
  const { caller, services, now } = call
  const { agentId, prompt, timing, maxRepetitions, misfire, overlap } = wanted
  const end_at = readEndAt(wanted.endAt, timing.next_run, now)
  await checkQuota(call)
  const { id } = await insertSchedule(services.db, {
    ...timing,
    ...{ workspace_id: caller.workspaceId, created_by: caller.agent, agent_id: agentId, prompt },
    ...{
      due_at: timing.next_run,
      end_at,
      max_repetitions: maxRepetitions ?? null,
      misfire,
      overlap,
    },
    ...{ created_at: now, updated_at: now },
  })
  if (timing.next_run.getTime() - now.getTime() < SOON_MS) await announceSoon(services.db)
  const next_run = formatInstant(timing.next_run)
  const obstacle = (await findObstacles(services.db, caller.workspaceId, [agentId]))(agentId)
  const warning = obstacle === undefined ? '' : `. ${obstacle.words}`
  const message = `Prompt scheduled with ID ${id} for agent ${agentId}; next run ${next_run}${warning}`
  return { status: 'success' as const, id, next_run, message }
}

async function checkQuota({ caller, services }: Call<PromptServices>): Promise<void> {
  const { schedulesPerAgent } = services.prompts.settings
  const count = await countSchedulesOf(services.db, caller.workspaceId, caller.agent)
  if (count < schedulesPerAgent) return
  throw new ToolError(
    'conflict',
    `Agent '${caller.agent}' already has ${count} active schedules, which is the most it may have.`,
    {
      suggestion:
        'Cancel schedules that are not needed with promptyoself_cancel, or use one recurring schedule in place of many; the operator can raise QM_SCHEDULES_PER_AGENT.',
      details: { limit: schedulesPerAgent },
    },
  )
}
