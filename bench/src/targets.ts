/** A figure that `pnpm bench --check` compares: `atLeast` must hold, `goal` is what we aim for. */
export type Target = {
  readonly label: string
  readonly atLeast: number
  readonly goal: number
  readonly unit: '' | '/s' | 'MB' | 's'
  /** Whether a smaller figure is the better one, as for memory and time. */
  readonly lowerIsBetter?: true
  /** Measured by `--quick` as well. */
  readonly quick?: true
}

export const TARGETS = {
  get: {
    label: '`get_context`, one key, to Fastify + pg',
    atLeast: 1,
    goal: 2,
    unit: '',
    quick: true,
  },
  getExpress: { label: 'the same to Express + pg', atLeast: 1.3, goal: 2.5, unit: '', quick: true },
  getFastApi: { label: 'the same to FastAPI + asyncpg', atLeast: 3, goal: 6, unit: '' },
  push: {
    label: '`push_context`, existing keys, to Fastify + pg upsert',
    atLeast: 0.7,
    goal: 1.5,
    unit: '',
    quick: true,
  },
  pushOnce: {
    label: 'the same with an `Idempotency-Key`',
    atLeast: 0.6,
    goal: 1.2,
    unit: '',
    quick: true,
  },
  list: {
    label: '`list_context`, 10 of 1,000, to Fastify + pg get',
    atLeast: 0.5,
    goal: 1,
    unit: '',
    quick: true,
  },
  mcp: {
    label: '`get_context` over MCP, to Fastify + pg get',
    atLeast: 0.4,
    goal: 0.8,
    unit: '',
    quick: true,
  },
  saveRow: {
    label: '`save_table_row`, different documents, to Fastify + pg upsert',
    atLeast: 0.6,
    goal: 1,
    unit: '',
    quick: true,
  },
  latency: {
    label: '`get_context` over 1 connection, to Fastify + pg',
    atLeast: 0.7,
    goal: 0.9,
    unit: '',
    quick: true,
  },
  growthGet: {
    label: '`get_context` at 1,000,000 keys, to 100 keys',
    atLeast: 0.8,
    goal: 0.95,
    unit: '',
  },
  growthPush: {
    label: '`push_context` at 1,000,000 keys, to 100 keys',
    atLeast: 0.8,
    goal: 0.95,
    unit: '',
  },
  growthTopic: {
    label: '`push_context` to 10,000 subscribers, to 1',
    atLeast: 0.8,
    goal: 0.95,
    unit: '',
  },
  growthList: {
    label: '`list_context`, 100 of 1,000,000, to 100 of 100',
    atLeast: 0.8,
    goal: 0.95,
    unit: '',
  },
  delivery: {
    label: 'prompts delivered to the inbox, to raw BullMQ jobs on Redis that do nothing',
    atLeast: 0.5,
    goal: 0.8,
    unit: '',
  },
  deliveryWebhook: {
    label: 'prompts delivered to a webhook, to raw BullMQ jobs on Redis that POST',
    atLeast: 0.5,
    goal: 0.8,
    unit: '',
  },
  descriptors: {
    label: 'descriptors of all tools',
    atLeast: 4000,
    goal: 10_000,
    unit: '/s',
    quick: true,
  },
  descriptors304: {
    label: 'descriptors answered with 304',
    atLeast: 8000,
    goal: 10_000,
    unit: '/s',
    quick: true,
  },
  memoryAtRest: {
    label: 'memory at rest',
    atLeast: 160,
    goal: 120,
    unit: 'MB',
    lowerIsBetter: true,
    quick: true,
  },
  memoryLoaded: {
    label: 'memory after full load',
    atLeast: 300,
    goal: 200,
    unit: 'MB',
    lowerIsBetter: true,
  },
  startReady: {
    label: 'gateway ready after its database is up',
    atLeast: 1,
    goal: 0.5,
    unit: 's',
    lowerIsBetter: true,
    quick: true,
  },
  startSecond: {
    label: 'second start in all',
    atLeast: 3,
    goal: 2,
    unit: 's',
    lowerIsBetter: true,
  },
} as const satisfies Record<string, Target>

export type TargetId = keyof typeof TARGETS

export const isReached = ({ atLeast, lowerIsBetter }: Target, value: number): boolean =>
  lowerIsBetter ? value <= atLeast : value >= atLeast
