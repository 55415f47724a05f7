import { expect, test } from 'vitest'
import { runInOrder } from './run-in-order.ts'

const identity = { workspaceId: 'w', agent: 'a', path: '/v1/tools/push_context', key: 'call-1' }

/** Work that records its begin and its end, and takes several turns. */
function recordingWork() {
  const events: string[] = []
  const work = (name: string, failure?: Error) => async () => {
    events.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    events.push(`${name} ends`)
    if (failure !== undefined) throw failure
    return name
  }
  return { events, work }
}

test('calls with the same idempotency key run one after the other, also after a failure', async () => {
  const { events, work } = recordingWork()
  const results = await Promise.allSettled([
    runInOrder(identity, work('first', new Error('refused'))),
    runInOrder(identity, work('second')),
    runInOrder(identity, work('third')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  const inTurn = ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`])
  expect(events).toEqual(inTurn)
})

test('calls with other keys, or of other agents, do not wait', async () => {
  const { events, work } = recordingWork()
  await Promise.all([
    runInOrder(identity, work('first')),
    runInOrder({ ...identity, key: 'call-2' }, work('second')),
    runInOrder({ ...identity, agent: 'b' }, work('third')),
  ])
  expect(events.slice(0, 3)).toEqual(['first begins', 'second begins', 'third begins'])
})
