import { requireTx } from '@quartermaster/db'
import { Input, JsonText, strictType } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { IfVersion, Key, Names } from '../input-schemas.ts'
import { sortKey, toStored } from '../keys/key-text.ts'
import { unique } from '../list-names.ts'
import { expiry, MAX_HOURS, MAX_SECONDS } from '../push/expiry.ts'
import { notice } from '../push/present-push.ts'
import { readPushed } from '../push/read-pushed-value.ts'
import { versionConflict } from '../push/version-conflict.ts'
import { findCurrent } from '../queries/items/delete-item.ts'
import { pushItem } from '../queries/items/push-item.ts'
import { topicName } from '../queries/topics/topic-name.ts'
import { audienceOf, EVERYONE, hashOf, readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { searchWords } from '../search/search-words.ts'
import { tool } from '../tool.ts'

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

  input: Input({
    key: Key("What the value is found by; choose a telling name such as 'customer_update'."),
    value: JsonText(
      'The value as JSON text, for example {"status":"active"}. Text that is not JSON is stored as it is.',
    ),
    topics: Type.Optional(Names('Topics whose current subscribers can read it.')),
    subscribers: Type.Optional(Names('Names of agents that can read it.')),
    ttl_hours: Type.Optional(
      Type.Number({
        [strictType]: true,
        minimum: 0,
        maximum: MAX_HOURS,
        description: 'Hours until the value is gone; 24 if left out, 0 for never.',
      }),
    ),
    ttl: Type.Optional(
      Type.Number({
        [strictType]: true,
        minimum: 0,
        maximum: MAX_SECONDS,
        description: 'The same in seconds. Send only one of the two.',
      }),
    ),
    if_version: IfVersion(
      'Push only if the key has this version now; 0 = only if it does not exist. On a conflict nothing is stored and the current state is returned.',
    ),
  }),
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

  async handler(input, call) {
    const { now } = call
    const trx = requireTx(call.services.db)
    const writer = readerOf(call.caller)
    const topics = unique(input.topics ?? [])
    const agents = unique(input.subscribers ?? [])
    const isGlobal = topics.length === 0 && agents.length === 0
    const expiresAt = expiry(now, input)
    const { value, text } = readPushed(input.value)
    const key = toStored(input.key)
    const keyHash = hashOf(input.key)

    const pushed = await pushItem(trx, writer, now, {
      key,
      keyHash,
      sortKey: sortKey(key),
      value: text,
      words: searchWords(input.key, value),
      expiresAt,
      topics: topics.map(topicName),
      audiences: isGlobal ? [EVERYONE] : agents.map(audienceOf),
      ifVersion: input.if_version,
    })
    const wanted = input.if_version
    // A key whose last trace was just swept away begins again at 1, which is not what was asked for.
    const isAsAsked = wanted === undefined || wanted === 0 || pushed?.version === wanted + 1
    if (pushed === undefined || !isAsAsked) {
      const current = pushed ? undefined : await findCurrent(trx, writer, now, keyHash)
      throw await versionConflict(trx, input.key, wanted ?? 0, current)
    }

    const { message, ...members } = notice(topics, agents, pushed.members)
    return reply(call, message, {
      key: input.key,
      version: pushed.version,
      ...members,
      expires_at: expiresAt?.toISOString() ?? null,
    })
  },
})
