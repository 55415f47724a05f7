import { setTimeout as delay } from 'node:timers/promises'
import type { Postgres } from '../system/postgres.ts'
import type { Acknowledged } from './run-load.ts'
import type { Workload } from './workload.ts'

export type Verdict = {
  readonly acknowledged: number
  readonly lost: number
  /** Effects beyond the first of an idempotency key. */
  readonly doubled: number
  readonly prompts: number
  readonly promptsLost: number
  /** Messages of one prompt that arrived under different ids. */
  readonly promptsDoubled: number
  /** Messages that arrived again under the same id, which a receiver can ignore. */
  readonly promptsRepeated: number
}

const DELIVERED_WITHIN_MS = 60_000

/** Compares what was acknowledged with what the database and the receiver have. */
export async function verify(
  postgres: Pick<Postgres, 'query'>,
  workload: Workload,
  acknowledged: readonly Acknowledged[],
): Promise<Verdict> {
  const effects = await countEffects(postgres, workload)
  const written = acknowledged.map(({ write }) => write)
  const counted = written.filter(({ family }) => family !== 'tool folders')
  const countOf = ({ idempotencyKey }: { idempotencyKey: string }) =>
    effects.get(idempotencyKey.replace('key-', '')) ?? 0
  const lost = counted.filter((write) => countOf(write) === 0).length
  const doubled = [...effects.values()].reduce((sum, count) => sum + Math.max(0, count - 1), 0)

  const scheduled = written
    .filter(({ family }) => family === 'prompts')
    .map(({ body }) => (body as { prompt: string }).prompt)
  await waitForPrompts(workload, scheduled)
  const byPrompt = Map.groupBy(workload.receiver.received, ({ prompt }) => prompt)
  const idsOf = (prompt: string) => (byPrompt.get(prompt) ?? []).map(({ id }) => id)
  const distinct = (prompt: string) => new Set(idsOf(prompt)).size
  const sum = (count: (prompt: string) => number) =>
    scheduled.reduce((total, prompt) => total + count(prompt), 0)
  return {
    acknowledged: acknowledged.length,
    lost,
    doubled,
    prompts: scheduled.length,
    promptsLost: scheduled.filter((prompt) => distinct(prompt) === 0).length,
    promptsDoubled: sum((prompt) => Math.max(0, distinct(prompt) - 1)),
    promptsRepeated: sum((prompt) => idsOf(prompt).length - distinct(prompt)),
  }
}

/** How often each write has taken effect, by the text that all parts of a write carry. */
async function countEffects(postgres: Pick<Postgres, 'query'>, { tableId }: Workload) {
  const rows = await postgres.query<{ id: string; count: number }>(
    `select replace(key, 'load:', '') as id, count(*)::int as count
     from context_changes join context_items on context_items.id = item_id
     where key like 'load:%' and kind = 'pushed' group by key
     union all
     select substring(after::text from 'w[0-9]+-[0-9]+'), count(*)::int
     from stack_history where table_id = $1 group by 1
     union all
     select prompt, count(*)::int from schedules group by prompt`,
    [tableId],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

async function waitForPrompts({ receiver }: Workload, prompts: readonly string[]): Promise<void> {
  const until = performance.now() + DELIVERED_WITHIN_MS
  while (performance.now() < until) {
    const arrived = new Set(receiver.received.map(({ prompt }) => prompt))
    if (prompts.every((prompt) => arrived.has(prompt))) return
    await delay(200)
  }
}
