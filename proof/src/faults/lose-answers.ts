import { randomFrom, type SeededRandom } from '@quartermaster/testing'
import { type Answer, call } from '../load/call.ts'
import type { Postgres } from '../system/postgres.ts'
import { type LosingProxy, type Loss, startLosingProxy } from './losing-proxy.ts'
import { WRITE_CALLS, type WriteCall } from './write-calls.ts'

export type LostAnswers = {
  readonly seed: number
  readonly tools: number
  readonly calls: number
  /** Answers and connections that were lost. */
  readonly losses: number
  /** Calls that took effect more or less than once. */
  readonly wrongEffects: number
  /** Repeated calls that got another answer than the one that was lost. */
  readonly otherAnswers: number
  readonly problems: readonly string[]
}

type Options = {
  readonly url: string
  readonly postgres: Pick<Postgres, 'query'>
  readonly seed: number
  readonly rounds: number
}

/**
 * Calls every write tool, loses its answer or its connection at a random time, some of them several
 * times, and repeats it with the same idempotency key until it is answered.
 */
export async function loseAnswers({ url, postgres, seed, rounds }: Options): Promise<LostAnswers> {
  const random = randomFrom(seed)
  const proxy = await startLosingProxy(url)
  const total = { calls: 0, losses: 0, wrongEffects: 0, otherAnswers: 0 }
  const problems: string[] = []
  try {
    for (const write of WRITE_CALLS) {
      const expected = await effectOf(postgres, write, url, `plain ${seed}`, async (path, body) =>
        call(url + path, body, { agent: 'Loser' }),
      )
      if (expected.answer.status !== 200) {
        problems.push(`${write.tool}: ${expected.answer.text.slice(0, 300)}`)
        continue
      }
      for (let round = 0; round < rounds; round++) {
        const id = `lost ${seed} ${round}`
        const { answer, effect, losses, lost } = await effectOf(
          postgres,
          write,
          url,
          id,
          (path, body) => repeatUntilAnswered(proxy, path, body, `${write.tool} ${id}`, random),
        )
        total.calls++
        total.losses += losses
        const isRight = answer.status === 200 && effect === expected.effect
        if (!isRight) {
          total.wrongEffects++
          problems.push(`${write.tool}: ${answer.status}, ${effect} instead of ${expected.effect}`)
        }
        if (lost !== undefined && lost !== answer.text) {
          total.otherAnswers++
          problems.push(`${write.tool}: ${answer.text} instead of ${lost}`)
        }
      }
    }
  } finally {
    await proxy.stop()
  }
  return { seed, tools: WRITE_CALLS.length, ...total, problems }
}

type Outcome = { readonly answer: Answer; readonly losses: number; readonly lost?: string }

async function effectOf(
  postgres: Pick<Postgres, 'query'>,
  { tool, prepare }: WriteCall,
  url: string,
  id: string,
  perform: (path: string, body: object) => Promise<Answer | Outcome>,
): Promise<Outcome & { readonly effect: string }> {
  const { path, body } = await prepare(url, `${tool} ${id}`)
  const before = await countRows(postgres)
  const performed = await perform(path, body)
  const after = await countRows(postgres)
  const effect = [...after]
    .map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
    .filter(([, difference]) => difference !== 0)
    .map(([name, difference]) => `${name} ${difference > 0 ? '+' : ''}${difference}`)
    .join(', ')
  return 'answer' in performed ? { ...performed, effect } : { answer: performed, losses: 0, effect }
}

async function repeatUntilAnswered(
  proxy: LosingProxy,
  path: string,
  body: object,
  idempotencyKey: string,
  random: SeededRandom,
): Promise<Outcome> {
  const losses = 1 + random.below(3)
  let firstLost: string | undefined
  const attempt = () => call(proxy.url + path, body, { agent: 'Loser', idempotencyKey })
  for (let loss = 0; loss < losses; loss++) {
    const before = proxy.lost.length
    proxy.loseNext(randomLoss(random))
    await attempt().catch(() => undefined)
    const lost = proxy.lost[before]
    if (lost?.status === 200) firstLost ??= lost.text
  }
  for (let extra = 0; ; extra++) {
    const answer = await attempt().catch((error: unknown) => {
      // A connection may also break by itself, which counts as another loss.
      if (extra >= MAX_REPETITIONS) throw error
    })
    if (answer === undefined) continue
    // The call whose connection was lost may still be running.
    const isRunning = answer.status === 409 && answer.body.code === 'in_flight'
    if (isRunning && extra < MAX_REPETITIONS) continue
    return { answer, losses, ...(firstLost !== undefined && { lost: firstLost }) }
  }
}

/** A call that is still not answered then is a broken promise. */
const MAX_REPETITIONS = 1000

const randomLoss = (random: SeededRandom): Loss =>
  random.next() < 0.5
    ? { kind: 'answer' }
    : { kind: 'connection', afterMs: Math.floor(random.next() ** 2 * 40) }

/** Tables that count requests and answers, not effects of calls. */
const BOOKKEEPING = ['call_log_segments', 'call_counts', 'rate_counts', 'idempotency_keys', 'keys']

/** Rows of every table, and the versions of what is changed in place. */
async function countRows(postgres: Pick<Postgres, 'query'>): Promise<Map<string, number>> {
  const tables = await postgres.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name <> all($1::text[])`,
    [BOOKKEEPING],
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int from "${name}"`)
  const versions = [
    `select 'versions of keys', coalesce(sum(version), 0)::int from context_items`,
    `select 'versions of rows', coalesce(sum(version), 0)::int from stack_table_rows`,
    `select 'active schedules', count(*)::int from schedules where ended_at is null`,
    `select 'completed tables', count(*)::int from stack_tables where completed_at is not null`,
    `select 'open memberships', count(*)::int from memberships where left_tick is null`,
  ]
  const rows = await postgres.query<{ name: string; count: number }>(
    [...counts, ...versions].join(' union all '),
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}
