import { expect, test } from 'vitest'
import { limitConcurrency, limitConcurrencyOfEach } from './limit-concurrency.ts'

test('work beyond the limit waits, and starts in the order in which it came', async () => {
  const limit = limitConcurrency(2)
  const started: number[] = []
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const runs = gates.map((gate, index) =>
    limit.run(() => {
      started.push(index)
      return gate.promise
    }),
  )
  expect([started, limit.hasWaiting()]).toEqual([[0, 1], true])
  gates[1]?.resolve()
  await runs[1]
  expect(started).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  await Promise.all(runs)
  expect([started, limit.hasWaiting()]).toEqual([[0, 1, 2, 3], false])
})

test('work that fails makes room for the next', async () => {
  const limit = limitConcurrency(1)
  const failed = limit.run(() => Promise.reject(new Error('no')))
  const next = limit.run(async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('each name has its own limit', async () => {
  const limits = limitConcurrencyOfEach(1)
  const started: string[] = []
  const gate = Promise.withResolvers<void>()
  const run = (name: string, call: string) =>
    limits.run(name, () => {
      started.push(call)
      return gate.promise
    })
  const runs = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1')]
  expect(started).toEqual(['a1', 'b1'])
  gate.resolve()
  await Promise.all(runs)
  expect(started).toEqual(['a1', 'b1', 'a2'])
})
