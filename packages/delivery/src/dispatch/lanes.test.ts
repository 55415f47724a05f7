import { expect, test } from 'vitest'
import { openLanes } from './lanes.ts'

type Job = { id: string; end: (succeeded?: boolean) => void }

function open(options: Partial<Parameters<typeof openLanes>[0]> = {}) {
  const begun: Job[] = []
  let capacityCalls = 0
  const lanes = openLanes({
    work: (id) =>
      new Promise((resolve) => begun.push({ id, end: (succeeded = true) => resolve(succeeded) })),
    maxRunning: 20,
    maxRunningPerHost: 6,
    maxRunningPerLane: 30,
    maxWaiting: 100,
    maxWaitingPerLane: 50,
    onCapacity: () => {
      capacityCalls++
    },
    ...options,
  })
  const addTo = (host: string, lane: string, ...ids: string[]) => {
    for (const id of ids) lanes.add(id, lane, host)
  }
  const add = (lane: string, ...ids: string[]) => addTo('host', lane, ...ids)
  return {
    lanes,
    begun,
    add,
    addTo,
    capacityCalls: () => capacityCalls,
    ids: () => begun.map(({ id }) => id),
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a lane takes no more than its share of the host', () => {
  const { add, ids } = open()
  add('slow', 'a', 'b', 'c', 'd', 'e')
  add('quick', 'f')
  expect(ids()).toEqual(['a', 'b', 'c', 'f'])
})

test('a recipient that hangs or fails does not delay others at its host', async () => {
  const { add, begun, ids } = open()
  add('bad', 'a', 'b', 'c', 'd', 'e', 'f')
  begun[0]?.end(false)
  await turn()
  add('good', 'g', 'h')
  expect(ids()).toEqual(['a', 'b', 'c', 'g', 'h'])
})

test('thirty recipients that hang leave capacity of their host for another', () => {
  const { add, ids } = open({ maxRunning: 2000, maxRunningPerHost: 800, maxWaiting: 10_000 })
  for (let lane = 0; lane < 30; lane++) {
    add(`bad ${lane}`, ...Array.from({ length: 40 }, (_, n) => `${lane}/${n}`))
  }
  const hanging = ids().length
  add('good', 'g', 'h', 'i')
  expect(ids().slice(hanging)).toEqual(['g', 'h', 'i'])
})

test('hosts that hang leave capacity for another host', () => {
  const { addTo, ids } = open({ maxRunning: 20, maxRunningPerHost: 20 })
  for (const host of ['one', 'two', 'three']) {
    for (const lane of 'abcd') addTo(host, lane, ...[1, 2, 3, 4, 5].map((n) => host + lane + n))
  }
  const hanging = ids().length
  addTo('good', 'g', 'g')
  expect(ids().slice(hanging)).toEqual(['g'])
})

test('recipients at one host take turns', async () => {
  const { add, begun, ids } = open({ maxRunning: 100, maxRunningPerHost: 16 })
  add('one', ...'abcdefghijkl')
  add('two', ...'ABCDEFGHIJKL')
  const before = ids().length
  for (const job of begun.slice(0, 4)) job.end()
  await turn()
  expect(ids().slice(before).join('')).toMatch(/[a-l][A-L]/)
})

test('successes raise the concurrency limit', async () => {
  const { add, begun } = open({ maxRunning: 1000, maxRunningPerHost: 100, maxWaitingPerLane: 100 })
  add('one', ...Array.from({ length: 100 }, (_, n) => `${n}`))
  expect(begun).toHaveLength(20)
  for (const job of begun.splice(0, 2)) job.end()
  await turn()
  expect(begun).toHaveLength(28)
  for (const job of begun.splice(0)) job.end()
  await turn()
  expect(begun).toHaveLength(30)
})

test('waiting ids start in order as capacity becomes free', async () => {
  const { add, begun, ids } = open()
  add('one', 'a', 'b', 'c', 'd', 'e')
  begun[1]?.end()
  await turn()
  expect(ids()).toEqual(['a', 'b', 'c', 'd'])
})

test('a failure lowers the concurrency limit', async () => {
  const { add, begun, ids } = open()
  add('bad', 'a', 'b', 'c', 'd', 'e', 'f')
  for (const job of begun.slice(0, 3)) job.end(false)
  await turn()
  expect(ids()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('an id that is running or waiting is not added again', async () => {
  const { add, begun, ids } = open()
  add('one', 'a', 'a', 'b', 'c', 'd', 'd')
  expect(ids()).toEqual(['a', 'b', 'c'])
  for (const job of begun.slice(0, 3)) job.end()
  await turn()
  expect(ids()).toEqual(['a', 'b', 'c', 'd'])
})

test('ids over the limit are dropped, and onCapacity asks for them again', async () => {
  const { add, begun, ids, capacityCalls } = open({ maxWaiting: 6, maxWaitingPerLane: 2 })
  add('one', ...'abcdefgh')
  expect(capacityCalls()).toBe(0)
  for (let index = 0; index < 5; index++) {
    begun[index]?.end()
    await turn()
  }
  expect([capacityCalls(), ids().length]).toEqual([1, 5])
})

test('drain starts nothing more and waits for what is running', async () => {
  const { add, begun, ids, lanes } = open()
  add('one', 'a', 'b', 'c', 'd')
  let isDrained = false
  const draining = lanes.drain().then(() => {
    isDrained = true
  })
  add('two', 'e')
  for (const job of begun.splice(0, 2)) job.end()
  await turn()
  expect([isDrained, ids()]).toEqual([false, ['c']])
  begun[0]?.end()
  await draining
})
