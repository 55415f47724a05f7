import { seededRandom } from '@quartermaster/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loseAnswers } from '../src/faults/lose-answers.ts'
import { checkConcurrency } from '../src/history/check-concurrency.ts'
import { type RunningSystem, startSystem } from '../src/system/start-system.ts'

let system: RunningSystem

beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system?.stop())

test('an answer is lost after the commit: the same call gets it, and has one effect', {
  timeout: 170_000,
}, async () => {
  const { postgres } = system
  const { url } = system.gateway()
  const { seed } = seededRandom()
  const result = await loseAnswers({ url, postgres, seed, rounds: 1 })
  expect(result.problems).toEqual([])
  expect(result.calls).toBe(result.tools)
  expect(result.losses).toBeGreaterThanOrEqual(result.calls)
})

test('concurrent calls of many agents are explained by one order', {
  timeout: 170_000,
}, async () => {
  const { url } = system.gateway()
  const { seed } = seededRandom()
  const result = await checkConcurrency({ url, seed, callsPerAgent: 80 })
  expect(result.unexplained).toEqual([])
  expect(result.calls).toBeGreaterThan(400)
})
