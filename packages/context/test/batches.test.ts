import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readItems } from '../src/queries/items/read-items.ts'
import { readItemsBatch } from '../src/queries/items/read-items-batch.ts'
import { readerOf } from '../src/reader.ts'
import { callerOf, useStore, type Workspace } from './agents.ts'

const store = useStore()

const AGENTS = ['Ann', 'Bob', 'Cho']
const KEYS = ['a', 'b', 'c', 'd']
const agent = fc.constantFrom(...AGENTS)
const workspace = fc.constantFrom(0, 1)
const names = (choices: string[]) => fc.uniqueArray(fc.constantFrom(...choices), { maxLength: 2 })

const action = fc.oneof(
  fc.record({ kind: fc.constant('subscribe' as const), topics: names(['t', 'u']) }),
  fc.record({ kind: fc.constant('unsubscribe' as const), topics: names(['t', 'u']) }),
  fc.record({
    kind: fc.constant('push' as const),
    key: fc.constantFrom(...KEYS),
    topics: names(['t', 'u']),
    subscribers: names(AGENTS),
    ttl: fc.constantFrom(0, 1, 1000),
    // Large values show that the limit of a reply is counted for each request.
    size: fc.constantFrom(1, 1, 150_000),
  }),
)
const actions = fc.array(fc.tuple(workspace, agent, action), { minLength: 5, maxLength: 15 })
const requests = fc.array(
  fc.record({ workspace, agent, keys: fc.uniqueArray(fc.constantFrom(...KEYS, 'none')) }),
  { minLength: 1, maxLength: 12 },
)

async function act(
  target: Workspace,
  name: string,
  step: typeof action extends fc.Arbitrary<infer A> ? A : never,
) {
  const { call } = target.as(name)
  if (step.kind === 'subscribe') return call('subscribe_to_topics', { topics: step.topics })
  if (step.kind === 'unsubscribe') return call('unsubscribe_from_topics', { topics: step.topics })
  const { key, topics, subscribers, ttl, size } = step
  return call('push_context', { key, topics, subscribers, ttl, value: 'x'.repeat(size) })
}

test('reads that share a statement find what each of them finds alone', async () => {
  await fc.assert(
    fc.asyncProperty(actions, requests, async (steps, wanted) => {
      const workspaces = [await store().workspace(), await store().workspace()] as const
      for (const [index, name, step] of steps) await act(workspaces[index], name, step)
      // Values with a ttl of one second have expired by now.
      const now = new Date(workspaces[0].clock.now.getTime() + 2000)
      const batch = wanted.map(({ workspace, agent, keys }) => ({
        reader: readerOf(callerOf(workspaces[workspace].id, agent)),
        now,
        keys,
      }))
      const alone = []
      for (const { reader, keys } of batch) {
        alone.push(await readItems(store().db, reader, now, keys))
      }
      expect(await readItemsBatch(store().db, batch)).toEqual(alone)
    }),
    { numRuns: 40 },
  )
})
