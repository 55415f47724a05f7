import { inTransaction } from '@quartermaster/db'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { preparePush } from '../src/push/prepare-push.ts'
import { pushItem } from '../src/queries/items/push-item.ts'
import { pushItemsBatch } from '../src/queries/items/push-items-batch.ts'
import { readItems } from '../src/queries/items/read-items.ts'
import { readItemsBatch } from '../src/queries/items/read-items-batch.ts'
import { readPage } from '../src/queries/items/read-page.ts'
import { readPagesBatch } from '../src/queries/items/read-pages-batch.ts'
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

const pageRequests = fc.array(
  fc.record({ workspace, agent, limit: fc.integer({ min: 1, max: 5 }) }),
  { minLength: 1, maxLength: 12 },
)

test('pages that share a statement contain what each of them contains alone', async () => {
  await fc.assert(
    fc.asyncProperty(actions, pageRequests, async (steps, wanted) => {
      const workspaces = [await store().workspace(), await store().workspace()] as const
      for (const [index, name, step] of steps) await act(workspaces[index], name, step)
      const now = new Date(workspaces[0].clock.now.getTime() + 2000)
      const batch = wanted.map(({ workspace, agent, limit }) => ({
        reader: readerOf(callerOf(workspaces[workspace].id, agent)),
        now,
        limit,
      }))
      const together = await readPagesBatch(store().db, batch)
      const alone = await Promise.all(
        batch.map(({ reader, limit }) =>
          readPage(store().db, reader, now, { limit, after: undefined, withValues: false }),
        ),
      )
      expect(together).toEqual(alone)
    }),
    { numRuns: 15 },
  )
})

test('reads that share a statement return what each of them returns alone', async () => {
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

const pushes = fc.uniqueArray(
  fc.record({
    workspace,
    agent,
    input: fc.record(
      {
        key: fc.constantFrom(...KEYS),
        value: fc.jsonValue(),
        subscribers: names(AGENTS),
        ttl: fc.constantFrom(0, 1000),
      },
      { requiredKeys: ['key', 'value'] },
    ),
  }),
  { minLength: 1, maxLength: 8, selector: ({ workspace, input }) => `${workspace} ${input.key}` },
)

/** Everything that agents see of a workspace; times and cursors are left out. */
async function stateOf({ as }: Workspace) {
  const seen = []
  for (const name of AGENTS) {
    const { context, versions, written_by } = await as(name).call('get_context')
    const { context_keys } = await as(name).call('list_context')
    const { changes } = await as(name).call('read_changes')
    const found = await as(name).call('search_context', { query: 'a or b or c or d', limit: 50 })
    const history = []
    for (const key of KEYS) {
      history.push((await as(name).call('read_history', { key })).versions)
    }
    const keys = found.results.map(({ key }: { key: string }) => key).sort()
    seen.push({ name, context, versions, written_by, context_keys, changes, keys, history })
  }
  return seen
}

test('pushes that share a statement have the same result as pushes in sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pushes, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const { db } = store()
      const together = [await store().workspace(), await store().workspace()] as const
      const alone = [await store().workspace(), await store().workspace()] as const
      const { now } = together[0].clock
      for (const round of rounds) {
        const requests = (workspaces: typeof together) =>
          round.map(({ workspace, agent, input }) => ({
            writer: readerOf(callerOf(workspaces[workspace].id, agent)),
            now,
            push: preparePush(input, now),
          }))
        const batch = await inTransaction(db, 10_000, (trx) =>
          pushItemsBatch(trx, requests(together)),
        )
        const versions = []
        for (const { writer, push } of requests(alone)) {
          const pushed = await inTransaction(db, 10_000, (trx) => pushItem(trx, writer, now, push))
          versions.push(pushed?.version)
        }
        expect(batch.map(({ version }) => version)).toEqual(versions)
      }
      for (const index of [0, 1] as const) {
        const [one, other] = [await stateOf(together[index]), await stateOf(alone[index])]
        expect(sortChanges(one)).toEqual(sortChanges(other))
      }
    }),
    { numRuns: 20 },
  )
})

/** The order of changes within one batch is that of its locks. */
const sortChanges = (state: Awaited<ReturnType<typeof stateOf>>) =>
  state.map(({ changes, ...rest }) => ({
    ...rest,
    changes: changes.toSorted((a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)),
  }))
