import { startOpenAi, startSubconscious, startWebhookReceiver } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { resendDelivery } from '../src/index.ts'
import { openTestDelivery } from './test-delivery.ts'

/** A delivery whose worker died after its claim: it may have been sent. */
async function lostDelivery(deliverTo: object) {
  const workspace = await openTestDelivery()
  const { pool, createAgent, createDelivery } = workspace
  await createAgent('Agent', deliverTo)
  const id = await createDelivery('Agent')
  await pool.query("update deliveries set in_doubt = 'lost', attempts = 1 where id = $1", [id])
  return { ...workspace, id, deliver: () => workspace.delivery.deliver({ id, forced: true }) }
}

test.each([
  ['an OpenAI-compatible endpoint', startOpenAi, { kind: 'openai', model: 'small' }],
  ['Subconscious', startSubconscious, { kind: 'subconscious' }],
])(
  'A19: after a crash %s gets no second run, until somebody resends it',
  async (_name, start, settings) => {
    const server = await start('key-1')
    onTestFinished(() => server.stop())
    const { id, deliver, find, db, workspaceId } = await lostDelivery({
      ...settings,
      base_url: `${server.url}/v1`,
      api_key: 'key-1',
    })
    expect(await deliver()).toMatchObject({ outcome: 'unconfirmed', state: 'unconfirmed' })
    expect(server.requests).toEqual([])
    expect(await find(id)).toMatchObject({
      state: 'unconfirmed',
      error: expect.stringContaining('resend it if it is missing'),
    })

    await resendDelivery(db, workspaceId, id, new Date())
    expect(await deliver()).toMatchObject({ outcome: 'delivered' })
    expect(server.requests).toHaveLength(1)
  },
)

test('after a crash a webhook gets the same message again, under the same id', async () => {
  const server = await startWebhookReceiver()
  onTestFinished(() => server.stop())
  const { id, deliver } = await lostDelivery({ kind: 'webhook', url: server.url })
  expect(await deliver()).toMatchObject({ outcome: 'delivered' })
  expect(server.received.map((received) => received.id)).toEqual([id])
})
