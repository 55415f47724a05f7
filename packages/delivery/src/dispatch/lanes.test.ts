import { expect, test } from 'vitest'
import { openLanes } from './lanes.ts'

type Job = { id: string; end: (isWell?: boolean) => void }

function open(options: Partial<Parameters<typeof openLanes>[0]> = {}) {
  const begun: Job[] = []
  let rooms = 0
  const lanes = openLanes({
    work: (id) =>
      new Promise((resolve) => begun.push({ id, end: (isWell = true) => resolve(isWell) })),
    ...{ most: 20, mostPerHost: 6, mostPerLane: 30, mostWaiting: 100, mostWaitingPerLane: 50 },
    onRoom: () => {
      rooms++
    },
    ...options,
  })
  const addTo = (host: string, lane: string, ...ids: string[]) => {
    for (const id of ids) lanes.add(id, lane, host)
  }
  const add = (lane: string, ...ids: string[]) => addTo('host', lane, ...ids)
  return { lanes, begun, add, addTo, rooms: () => rooms, ids: () => begun.map(({ id }) => id) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a lane takes no more than its share, and others go on', () => {
  const { add, ids } = open()
  add('slow', 'a', 'b', 'c', 'd', 'e')
  add('quick', 'f')
  expect(ids()).toEqual(['a', 'b', 'c', 'f'])
})

test('a recipient that hangs or fails slows down nobody else at its host', async () => {
  const { add, begun, ids } = open()
  add('bad', 'a', 'b', 'c', 'd', 'e', 'f')
  begun[0]?.end(false)
  await turn()
  add('good', 'g', 'h')
  expect(ids()).toEqual(['a', 'b', 'c', 'g', 'h'])
})

test('thirty recipients that hang leave places of their host for another', () => {
  const { add, ids } = open({ most: 2000, mostPerHost: 800, mostWaiting: 10_000 })
  for (let lane = 0; lane < 30; lane++) {
    add(`bad ${lane}`, ...Array.from({ length: 40 }, (_, n) => `${lane}/${n}`))
  }
  const hanging = ids().length
  add('good', 'g', 'h', 'i')
  expect(ids().slice(hanging)).toEqual(['g', 'h', 'i'])
})

test('hosts that hang leave room for another host', () => {
  const { addTo, ids } = open({ most: 20, mostPerHost: 20 })
  for (const host of ['one', 'two', 'three']) {
    for (const lane of 'abcd') addTo(host, lane, ...[1, 2, 3, 4, 5].map((n) => host + lane + n))
  }
  const hanging = ids().length
  addTo('good', 'g', 'g')
  expect(ids().slice(hanging)).toEqual(['g'])
})

test('recipients at one host take turns', async () => {
  const { add, begun, ids } = open({ most: 100, mostPerHost: 16 })
  add('one', ...'abcdefghijkl')
  add('two', ...'ABCDEFGHIJKL')
  const before = ids().length
  for (const job of begun.slice(0, 4)) job.end()
  await turn()
  expect(ids().slice(before).join('')).toMatch(/[a-l][A-L]/)
})

test('who takes them gets more at once', async () => {
  const { add, begun } = open({ most: 1000, mostPerHost: 100, mostWaitingPerLane: 100 })
  add('one', ...Array.from({ length: 100 }, (_, n) => `${n}`))
  expect(begun).toHaveLength(20)
  for (const job of begun.splice(0, 2)) job.end()
  await turn()
  expect(begun).toHaveLength(28)
  for (const job of begun.splice(0)) job.end()
  await turn()
  expect(begun).toHaveLength(30)
})

test('what waits begins in order, when there is room', async () => {
  const { add, begun, ids } = open()
  add('one', 'a', 'b', 'c', 'd', 'e')
  begun[1]?.end()
  await turn()
  expect(ids()).toEqual(['a', 'b', 'c', 'd'])
})

test('a lane that fails gets a trickle', async () => {
  const { add, begun, ids } = open()
  add('bad', 'a', 'b', 'c', 'd', 'e', 'f')
  for (const job of begun.slice(0, 3)) job.end(false)
  await turn()
  expect(ids()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('an id that is known is not doubled', () => {
  const { add, ids, lanes } = open()
  add('one', 'a', 'a', 'b', 'c', 'd', 'd')
  expect([ids(), lanes.size()]).toEqual([['a', 'b', 'c'], 4])
})

test('what does not fit into memory is dropped, and asked for again when there is room', async () => {
  const { add, begun, ids, lanes, rooms } = open({ mostWaiting: 6, mostWaitingPerLane: 2 })
  add('one', ...'abcdefgh')
  expect(lanes.size()).toBe(5)
  expect(rooms()).toBe(0)
  for (let index = 0; index < 5; index++) {
    begun[index]?.end()
    await turn()
  }
  expect([rooms(), ids().length]).toEqual([1, 5])
})

test('drain begins nothing more and waits for what is under way', async () => {
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
