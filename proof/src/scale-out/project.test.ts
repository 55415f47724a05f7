import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type Costs, project, readCosts } from './project.ts'

const cost = { serverMs: 0.2, postgresMs: 0.1 }
const costs: Costs = {
  calls: {
    'Quartermaster get_context': cost,
    'Quartermaster list_context, 10 of 1,000': cost,
    'Quartermaster push_context, Idempotency-Key': cost,
    'Quartermaster save_table_row': cost,
  },
  deliveriesPerSecond: 500,
}

test('twice the agents need twice of everything', () => {
  const demand = { agents: 100_000, callsPerAgentAndHour: 10, promptsPerAgentAndDay: 1 }
  const one = project(demand, costs)
  const two = project({ ...demand, agents: 200_000 }, costs)
  expect(two['PostgreSQL cores']).toBeCloseTo(2 * (one['PostgreSQL cores'] ?? 0))
  expect(two['GB of the call log per day']).toBeCloseTo(
    2 * (one['GB of the call log per day'] ?? 0),
  )
})

test('cores follow from the calls of the busiest hour and their cost', () => {
  // 1,000 calls a second in the busiest hour, 0.2 ms each, at most 60 % busy.
  const demand = { agents: 1200, callsPerAgentAndHour: 1000, promptsPerAgentAndDay: 0 }
  const projection = project(demand, costs)
  expect(projection['calls per second, busiest hour']).toBeCloseTo(1000)
  expect(projection['gateway processes (one core each)']).toBeCloseTo((1000 * 0.2) / 1000 / 0.6)
})

test('the published benchmarks have every cost that the projection needs', async () => {
  const file = new URL('../../../docs/benchmarks/results.json', import.meta.url)
  const { calls, deliveriesPerSecond } = readCosts(JSON.parse(await readFile(file, 'utf8')))
  expect(Object.keys(calls)).toHaveLength(4)
  // Hundreds at least: other tables of the benchmarks have figures of one digit.
  expect(deliveriesPerSecond).toBeGreaterThan(100)
})
