import { expect, test } from 'vitest'
import { batched } from './batch.ts'

test('items of one turn run in one batch, and each gets its own result', async () => {
  const batches: number[][] = []
  const double = batched(async (items: number[]) => {
    batches.push(items)
    return items.map((item) => item * 2)
  })
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(batches).toEqual([[1, 2, 3], [4]])
})

test('batches have a maximum size, and a limited number runs in parallel', async () => {
  let running = 0
  let most = 0
  const sizes: number[] = []
  const work = batched(
    async (items: number[]) => {
      sizes.push(items.length)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return items
    },
    { size: 10, parallel: 2 },
  )
  const items = Array.from({ length: 95 }, (_, index) => index)
  expect(await Promise.all(items.map(work))).toEqual(items)
  expect([most, Math.max(...sizes)]).toEqual([2, 10])
})

test('a failure affects only its batch', async () => {
  const work = batched(async (items: number[]) => {
    if (items.includes(2)) throw new Error('no')
    return items
  })
  const results = await Promise.allSettled([1, 2].map(work))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await work(3)).toBe(3)
})
