import { requireTx } from '@quartermaster/db'
import { type CallBatch, type CallInBatch, fulfilled } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { unique } from '../list-names.ts'
import { PushInput, preparePush } from '../push/prepare-push.ts'
import { notice } from '../push/present-push.ts'
import { versionConflict } from '../push/version-conflict.ts'
import { findCurrent } from '../queries/items/delete-item.ts'
import { type Push, type Pushed, pushItem } from '../queries/items/push-item.ts'
import { pushItemsBatch } from '../queries/items/push-items-batch.ts'
import { readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { type ContextServices, tool } from '../tool.ts'

type PushCall = { readonly input: PushInput; readonly call: CallInBatch; readonly push: Push }

const pushTogether: CallBatch<ContextServices, PushCall> = {
  conflictKey: ({ call, push }) => `${call.caller.workspaceId} ${push.keyHash.toString('latin1')}`,
  async run(items, { db }) {
    const requests = items.map(({ call: { caller, now }, push }) => ({
      writer: readerOf(caller),
      now,
      push,
    }))
    const pushed = await pushItemsBatch(requireTx(db), requests)
    return items.map(({ call, input, push }, index) => {
      const { version = 0 } = pushed[index] ?? {}
      return fulfilled(presentPush(call, input, push, { version, members: [] }))
    })
  },
}

function presentPush(call: CallInBatch, input: PushInput, { expiresAt }: Push, pushed: Pushed) {
  const topics = unique(input.topics ?? [])
  const agents = unique(input.subscribers ?? [])
  const { message, ...members } = notice(topics, agents, pushed.members)
  return reply(call, message, {
    key: input.key,
    version: pushed.version,
    ...members,
    expires_at: expiresAt?.toISOString() ?? null,
  })
}

export const pushContext = tool({
  name: 'push_context',
  description: [
    'Store a value under a key and choose who can read it.',
    'With topics: the agents that are subscribed to them at this moment. With subscribers: exactly the agents named. With both: all of these. With neither: every agent of the workspace.',
    'Pushing a key again replaces its value, its readers and its expiry. You yourself can read it only if you are among the readers.',
    'Call discover_topics first to see which topics have subscribers.',
  ].join('\n'),
  effect: 'write',
  timeoutSeconds: 15,

  input: PushInput,
  output: Reply({
    key: Type.String(),
    version: Type.Integer(),
    routing: Type.Union([
      Type.Literal('global'),
      Type.Literal('topics'),
      Type.Literal('direct'),
      Type.Literal('topics_and_direct'),
    ]),
    topics: Type.Array(Type.String()),
    subscribers_notified: Type.Array(Type.String()),
    subscribers_truncated: Type.Optional(Type.Boolean()),
    topics_without_subscribers: Type.Optional(Type.Array(Type.String())),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  }),
  examples: [
    {
      title: 'To everyone who is subscribed to a topic',
      input: {
        key: 'customer_update',
        value: '{"name": "Acme Corp", "status": "active"}',
        topics: ['sales', 'support'],
      },
    },
    {
      title: 'To one agent, for an hour',
      input: { key: 'handover', value: 'Call back Ms Lee', subscribers: ['Support'], ttl_hours: 1 },
    },
  ],

  batch: {
    kind: pushTogether,
    itemOf: (input: PushInput, call): PushCall | undefined => {
      const mustRunAlone = input.if_version !== undefined || (input.topics ?? []).length > 0
      return mustRunAlone ? undefined : { input, call, push: preparePush(input, call.now) }
    },
  },

  async handler(input, call) {
    const { now } = call
    const trx = requireTx(call.services.db)
    const writer = readerOf(call.caller)
    const push = preparePush(input, now)
    const pushed = await pushItem(trx, writer, now, push)
    const wanted = input.if_version
    // A key whose last version was swept starts again at version 1, which is not what was asked for.
    const isAsAsked = wanted === undefined || wanted === 0 || pushed?.version === wanted + 1
    if (pushed === undefined || !isAsAsked) {
      const current = pushed ? undefined : await findCurrent(trx, writer, now, push.keyHash)
      throw await versionConflict(trx, input.key, wanted ?? 0, current)
    }
    return presentPush(call, input, push, pushed)
  },
})
