import { requireTx } from '@quartermaster/db'
import { countOf, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { checkTopics } from '../check-topics.ts'
import { NewNames } from '../input-schemas.ts'
import { unique } from '../list-names.ts'
import { claimTopics } from '../queries/topics/lock-topics.ts'
import { lockSubscriber, subscribe } from '../queries/topics/subscriptions.ts'
import { topicName } from '../queries/topics/topic-name.ts'
import { readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { tool } from '../tool.ts'

export const subscribeToTopics = tool({
  name: 'subscribe_to_topics',
  description: [
    'Subscribe to topics: from now on you can read what is pushed to them.',
    'Your other subscriptions stay. Values that were pushed earlier are included only with include_existing.',
    'Choose topics that fit your task; discover_topics shows those in use.',
  ].join('\n'),
  effect: 'write',
  timeoutSeconds: 15,

  input: Input({
    topics: NewNames("Topics to subscribe to, e.g. ['sales', 'reports']."),
    include_existing: Type.Boolean({
      default: false,
      description: 'Also make the values readable that were pushed to these topics earlier.',
    }),
  }),
  output: Reply({
    topics_subscribed: Type.Array(Type.String(), { description: 'The topics of the call.' }),
    new_subscriptions: Type.Array(Type.String(), {
      description: 'Topics that you were not subscribed to before.',
    }),
    existing_subscriptions: Type.Array(Type.String(), {
      description: 'Topics that you were already subscribed to.',
    }),
    total_subscriptions: Type.Integer({ description: 'Number of your subscriptions now.' }),
    values_revealed: Type.Optional(
      Type.Integer({ description: 'With include_existing: values that became readable.' }),
    ),
  }),
  examples: [
    { title: 'Two topics', input: { topics: ['sales', 'leads'] } },
    {
      title: 'Including the values pushed earlier',
      input: { topics: ['sales'], include_existing: true },
    },
  ],

  async handler({ topics: named, include_existing: includeExisting }, call) {
    const { now } = call
    const trx = requireTx(call.services.db)
    const agent = readerOf(call.caller)
    const topics = unique(named)
    checkTopics(topics)
    await lockSubscriber(trx, agent)
    const generations = await claimTopics(trx, agent.workspaceId, topics.map(topicName), now)
    const result = await subscribe(trx, agent, now, [...generations.values()], includeExisting)

    const joined = new Set(result.joined)
    const isNew = (topic: string) => joined.has(generations.get(topic) ?? 0)
    const fresh = topics.filter(isNew)
    const known = topics.filter((topic) => !isNew(topic))
    const revealed = includeExisting
      ? `; ${countOf(result.revealed, 'stored value')} became readable`
      : ''
    const message = `Successfully subscribed to ${countOf(topics.length, 'topic')} (${fresh.length} new, ${known.length} existing)`
    return reply(call, message + revealed, {
      topics_subscribed: topics,
      new_subscriptions: fresh,
      existing_subscriptions: known,
      total_subscriptions: result.total,
      ...(includeExisting && { values_revealed: result.revealed }),
    })
  },
})
