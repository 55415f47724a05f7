import { requireTx, type Tx } from '@quartermaster/db'
import { announceScheduleSoon } from '@quartermaster/delivery'
import { type Call, getTracing, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { PromptServices } from '../prompt-tool.ts'
import { LOOKAHEAD_MS } from '../queries/save-settled.ts'
import { countSchedulesOf, insertSchedule } from '../queries/schedules.ts'
import { findObstacles } from '../recipients/find-obstacles.ts'
import { warnOfUnknownRecipient } from '../recipients/resolve-recipient.ts'
import { Succeeded } from '../succeeded.ts'
import { formatInstant } from '../timing/instant.ts'
import { readEndAt, type TimingColumns } from '../timing/read-timing.ts'

export const Scheduled = Type.Object({
  status: Succeeded,
  id: Type.Integer({ description: 'The schedule’s id, for example to cancel it.' }),
  next_run: Type.String({ description: 'Its first slot, in UTC.' }),
  message: Type.String({ description: 'A summary, with a warning if nothing is delivered now.' }),
})

type NewPrompt = {
  readonly agentId: string
  /** `skip_validation` was set, so the recipient may not exist. */
  readonly isUnchecked: boolean
  readonly prompt: string
  readonly timing: TimingColumns
  readonly endAt?: string | undefined
  readonly maxRepetitions?: number | undefined
  readonly misfire: string
  readonly overlap: string
}

/** Stores a schedule whose recipient and timing have been checked. */
export async function createSchedule(call: Call<PromptServices>, wanted: NewPrompt) {
  const { caller, services, now } = call
  const { agentId, prompt, timing, maxRepetitions, misfire, overlap } = wanted
  const end_at = readEndAt(wanted.endAt, timing.next_run, now)
  const trx = requireTx(services.db)
  await checkQuota(trx, call)
  const { id } = await insertSchedule(trx, {
    ...timing,
    workspace_id: caller.workspaceId,
    created_by: caller.agent,
    agent_id: agentId,
    prompt,
    due_at: timing.next_run,
    end_at,
    max_repetitions: maxRepetitions ?? null,
    misfire,
    overlap,
    created_at: now,
    updated_at: now,
    traceparent: getTracing()?.current() ?? null,
  })
  if (timing.next_run.getTime() - now.getTime() < LOOKAHEAD_MS) await announceScheduleSoon(trx)
  const next_run = formatInstant(timing.next_run)
  const obstacle = (await findObstacles(trx, caller.workspaceId, [agentId]))(agentId)
  const unknown = wanted.isUnchecked ? await warnOfUnknownRecipient(call, agentId) : undefined
  const warnings = [obstacle?.message, unknown].filter((text) => text !== undefined)
  const warning = warnings.map((text) => `. ${text}`).join('')
  const message = `Prompt scheduled with ID ${id} for agent ${agentId}; next run ${next_run}${warning}`
  return { status: 'success' as const, id, next_run, message }
}

async function checkQuota(trx: Tx, { caller, services }: Call<PromptServices>): Promise<void> {
  const { schedulesPerAgent } = services.prompts.settings
  const count = await countSchedulesOf(trx, caller.workspaceId, caller.agent)
  if (count < schedulesPerAgent) return
  throw new ToolError(
    'conflict',
    `Agent '${caller.agent}' already has ${count} active schedules, which is the limit.`,
    {
      suggestion:
        'Cancel schedules that are not needed with promptyoself_cancel, or use one recurring schedule instead of many; the operator can raise QM_SCHEDULES_PER_AGENT.',
      details: { limit: schedulesPerAgent },
    },
  )
}
