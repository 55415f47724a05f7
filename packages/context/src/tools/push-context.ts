import { type Database, requireTx } from '@quartermaster/db'
import { type CallBatch, type CallInBatch, fulfilled } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { unique } from '../list-names.ts'
import { PushInput, preparePush } from '../push/prepare-push.ts'
import { presentPush, topicsWithoutMembers } from '../push/present-push.ts'
import { suggestNames } from '../push/suggest-names.ts'
import { versionConflict } from '../push/version-conflict.ts'
import { findUnknownAgents } from '../queries/agents/find-unknown-agents.ts'
import { findCurrent } from '../queries/items/delete-item.ts'
import { hasValue } from '../queries/items/has-value.ts'
import { type Push, type Pushed, pushItem } from '../queries/items/push-item.ts'
import { pushItemsBatch } from '../queries/items/push-items-batch.ts'
import { hashOf, readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { type ContextServices, tool } from '../tool.ts'

type PushCall = { readonly input: PushInput; readonly call: CallInBatch; readonly push: Push }

const keyOf = ({ call, push }: PushCall) =>
  `${call.caller.workspaceId} ${push.keyHash.toString('latin1')}`

const pushTogether: CallBatch<ContextServices, PushCall> = {
  conflictKey: keyOf,
  lockName: keyOf,
  async run(items, { db }) {
    const requests = items.map(({ call: { caller, now }, push }) => ({
      writer: readerOf(caller),
      now,
      push,
    }))
    const pushed = await pushItemsBatch(requireTx(db), requests)
    const unknown = await findUnknownAgents(db, items.map(namedAgents))
    return Promise.all(
      items.map(async (item, index) => {
        const { version = 0 } = pushed[index] ?? {}
        const done = { version, members: [] }
        return fulfilled(await replyToPush(db, item, done, unknown[index] ?? []))
      }),
    )
  },
}

const namedAgents = ({ input, call }: PushCall) => ({
  workspaceId: call.caller.workspaceId,
  agents: unique(input.subscribers ?? []),
})

async function replyToPush(
  db: Database,
  { input, call, push }: PushCall,
  { version, members }: Pushed,
  unknownAgents: readonly string[],
) {
  const topics = unique(input.topics ?? [])
  const agents = unique(input.subscribers ?? [])
  const routing = { topics, agents, unknownAgents, members }
  const emptyTopics = topicsWithoutMembers(routing)
  const suggestions = await suggestNames(db, call.caller.workspaceId, {
    unknownAgents,
    emptyTopics,
  })
  const { message, ...presented } = presentPush(routing, suggestions)
  return reply(call, message, {
    key: input.key,
    version,
    ...presented,
    expires_at: push.expiresAt?.toISOString() ?? null,
  })
}

export const pushContext = tool({
  name: 'push_context',
  description: [
    'Store a value under a key and choose who can read it.',
    'With topics: the agents that are subscribed to them now. With subscribers: exactly the agents named. With both: all of these. With neither: every agent of the workspace.',
    'Pushing a key again replaces its value, its readers and its expiry. You can read it yourself only if you are among the readers.',
    'Call discover_topics first to see which topics have subscribers.',
  ].join('\n'),
  effect: 'write',
  uses: ['keys', 'bytes'],
  replaces: ({ key }, { services, caller, now }) =>
    hasValue(services.db, caller.workspaceId, now, hashOf(key)),
  timeoutSeconds: 15,

  input: PushInput,
  output: Reply({
    key: Type.String({ description: 'The key that was pushed.' }),
    version: Type.Integer({ description: 'The version of the key; each push adds one.' }),
    routing: Type.Union(
      [
        Type.Literal('global'),
        Type.Literal('topics'),
        Type.Literal('direct'),
        Type.Literal('topics_and_direct'),
      ],
      { description: 'Who can read it: everyone, subscribers of topics, named agents, or both.' },
    ),
    topics: Type.Array(Type.String(), { description: 'The topics it was pushed to.' }),
    subscribers_notified: Type.Array(Type.String(), {
      description: 'The known agents that can read it, at most 100; empty for a global push.',
    }),
    subscribers_truncated: Type.Optional(
      Type.Boolean({ description: 'True if more agents can read it than are listed.' }),
    ),
    unknown_subscribers: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Named agents that do not exist yet. An agent that appears later under this name can read the value.',
      }),
    ),
    topics_without_subscribers: Type.Optional(
      Type.Array(Type.String(), { description: 'Topics that nobody is subscribed to.' }),
    ),
    did_you_mean: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'The existing agent or topic with the most similar name, by the name given.',
      }),
    ),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the value expires; null for never.',
    }),
  }),
  examples: [
    {
      title: 'To the subscribers of two topics',
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
    // A key whose tombstone was swept is inserted with version 1, whatever `wanted` is.
    const isExpected = wanted === undefined || wanted === 0 || pushed?.version === wanted + 1
    if (pushed === undefined || !isExpected) {
      const current = pushed ? undefined : await findCurrent(trx, writer, now, push.keyHash)
      throw await versionConflict(trx, input.key, wanted ?? 0, current)
    }
    const item = { input, call, push }
    const [unknown = []] = await findUnknownAgents(trx, [namedAgents(item)])
    return replyToPush(trx, item, pushed, unknown)
  },
})
