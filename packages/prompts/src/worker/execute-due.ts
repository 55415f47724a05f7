import { findDueDeliveries } from '@quartermaster/delivery'
import type { Call } from '@quartermaster/toolkit'
import type { PromptServices } from '../prompt-tool.ts'
import { findSchedules, type Schedule } from '../queries/schedules.ts'
import { formatOrNull } from '../timing/instant.ts'
import { runDueIn } from './run-due.ts'

const MAX_DELIVERIES = 1000
const CONCURRENCY = 32

/** Delivers everything due in the caller's workspace in this process, including waiting retries. */
export async function executeDue(
  { services, caller, now, signal }: Call<PromptServices>,
  untilMs: number,
) {
  const { db, prompts } = services
  const fired = await runDueIn(db, caller.workspaceId, now, MAX_DELIVERIES)
  for (const { span } of fired) span?.end()
  const due = await findDueDeliveries(db, caller.workspaceId, now, MAX_DELIVERIES)
  const end = performance.now() + untilMs

  const outcomes = new Map<string, { delivered: boolean; error: string | null }>()
  const queue = [...due]
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (signal.aborted || performance.now() > end) return
      // `finish` is undefined if another worker claimed the delivery, or if it was cancelled.
      const finish = await prompts.delivery.deliver({ id: next.id, forced: true })
      if (finish === undefined) continue
      outcomes.set(next.id, { delivered: finish.outcome === 'delivered', error: finish.error })
    }
  }
  const working = Promise.all(Array.from({ length: Math.min(CONCURRENCY, due.length) }, work))
  working.catch(() => {})
  await Promise.race([working, until(untilMs, signal)])

  const done = due.filter(({ id }) => outcomes.has(id))
  const rows = await findSchedules(db, [
    ...new Set(done.map(({ schedule_id }) => schedule_id ?? 0)),
  ])
  const schedules = new Map(rows.map((row) => [row.id, row]))
  const executed = done.flatMap(({ id, schedule_id }) => {
    const schedule = schedules.get(schedule_id ?? 0)
    const outcome = outcomes.get(id)
    return schedule === undefined || outcome === undefined ? [] : [present(schedule, outcome)]
  })
  return { executed, isComplete: due.length < MAX_DELIVERIES && queue.length === 0 }
}

const present = (
  row: Schedule,
  { delivered, error }: { delivered: boolean; error: string | null },
) => ({
  id: row.id,
  agent_id: row.agent_id,
  delivered,
  next_run: formatOrNull(row.next_run),
  repetition_count: row.repetition_count,
  max_repetitions: row.max_repetitions,
  completed: row.max_repetitions !== null && row.repetition_count >= row.max_repetitions,
  ...(error !== null && { error }),
})

const until = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
