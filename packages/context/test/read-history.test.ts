import { expect, test } from 'vitest'
import { useStore } from './agents.ts'

const store = useStore()

test('replaced and deleted values can be read, newest first', async () => {
  const { as, clock } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: '{"n":1}' })
  clock.advance(60)
  await as('B').call('push_context', { key: 'k', value: '{"n":2}' })
  expect(await as('C').call('read_history', { key: 'k' })).toEqual({
    success: true,
    message: 'Found 2 versions',
    agent_name: 'C',
    key: 'k',
    versions: [
      {
        version: 2,
        value: { n: 2 },
        written_by: 'B',
        at: '2030-01-01T00:01:00.000Z',
        current: true,
      },
      {
        version: 1,
        value: { n: 1 },
        written_by: 'A',
        at: '2030-01-01T00:00:00.000Z',
        current: false,
      },
    ],
    more: false,
  })
  await as('A').call('delete_context', { key: 'k' })
  const { versions } = await as('C').call('read_history', { key: 'k' })
  expect(
    versions.map((entry: { version: number; current: boolean }) => [entry.version, entry.current]),
  ).toEqual([
    [2, false],
    [1, false],
  ])
})

test('a version is readable by agents that could read it when it was pushed', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'for B', subscribers: ['B'] })
  await as('A').call('push_context', { key: 'k', value: 'for all' })
  await as('A').call('push_context', { key: 'k', value: 'for M', subscribers: ['M'] })
  const valuesOf = async (agent: string) =>
    (await as(agent).call('read_history', { key: 'k' })).versions.map(
      (entry: { value: string }) => entry.value,
    )
  expect(await valuesOf('B')).toEqual(['for all', 'for B'])
  expect(await valuesOf('M')).toEqual(['for M', 'for all'])
  expect(await valuesOf('C')).toEqual(['for all'])
})

test('an expired value is gone from the history too', async () => {
  const { as, clock } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'short', ttl: 10 })
  await as('A').call('push_context', { key: 'k', value: 'long' })
  expect((await as('B').call('read_history', { key: 'k' })).versions).toHaveLength(2)
  clock.advance(10)
  expect((await as('B').call('read_history', { key: 'k' })).versions).toHaveLength(1)
})

test('long histories are returned page by page', async () => {
  const { as } = await store().workspace()
  for (let i = 1; i <= 5; i++) await as('A').call('push_context', { key: 'k', value: `${i}` })
  const first = await as('B').call('read_history', { key: 'k', limit: 2 })
  const rest = await as('B').call('read_history', { key: 'k', before_version: 4 })
  expect(first.versions.map((entry: { value: number }) => entry.value)).toEqual([5, 4])
  expect(first.more).toBe(true)
  expect(rest.versions.map((entry: { value: number }) => entry.value)).toEqual([3, 2, 1])
})

test('the last hundred versions are returned, before and after a sweep', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  for (let i = 1; i <= 103; i++) await as('A').call('push_context', { key: 'k', value: `${i}` })
  const history = () => as('B').call('read_history', { key: 'k', limit: 100 })
  const { versions, more } = await history()
  expect(versions).toHaveLength(100)
  expect(versions.at(-1).value).toBe(4)
  expect(more).toBe(false)
  await store().sweep(workspace)
  expect((await history()).versions).toEqual(versions)
})

test('large values are spread over pages', async () => {
  const { as } = await store().workspace()
  for (let i = 0; i < 3; i++)
    await as('A').call('push_context', { key: 'k', value: 'x'.repeat(150_000) })
  const { versions, more } = await as('B').call('read_history', { key: 'k' })
  expect(versions).toHaveLength(1)
  expect(more).toBe(true)
})

test('an unknown key and one that the agent cannot read look the same', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['B'] })
  const foreign = await as('C').call('read_history', { key: 'k' })
  const unknown = await as('C').call('read_history', { key: 'x' })
  expect(foreign).toEqual({ ...unknown, key: 'k' })
  expect(foreign.versions).toEqual([])
})
