import { requireTx } from '@quartermaster/db'
import { fromStorable, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { StoredNames } from '../input-schemas.ts'
import { listNames, unique } from '../list-names.ts'
import { lockTopics } from '../queries/topics/lock-topics.ts'
import { unsubscribe } from '../queries/topics/subscriptions.ts'
import { topicName } from '../queries/topics/topic-name.ts'
import { readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { tool } from '../tool.ts'

const REMAINING_SHOWN = 1000

export const unsubscribeFromTopics = tool({
  name: 'unsubscribe_from_topics',
  description: [
    'End your subscriptions to topics. You cannot read what is pushed to them from now on.',
    'Values that you can already read stay readable until they are replaced or expire.',
  ].join('\n'),
  effect: 'write',
  timeoutSeconds: 15,

  input: Input({ topics: StoredNames('Topics to unsubscribe from.') }),
  output: Reply({
    topics_unsubscribed: Type.Array(Type.String(), { description: 'Subscriptions that ended.' }),
    topics_not_found: Type.Array(Type.String(), {
      description: 'Topics that you were not subscribed to.',
    }),
    remaining_subscriptions: Type.Array(Type.String(), {
      description: 'Your subscriptions now, at most 1000.',
    }),
    total_subscriptions: Type.Integer({ description: 'Number of your subscriptions now.' }),
  }),
  examples: [{ title: 'Leave a topic', input: { topics: ['old_topic'] } }],

  async handler({ topics: named }, call) {
    const { now } = call
    const trx = requireTx(call.services.db)
    const agent = readerOf(call.caller)
    const topics = unique(named)
    const generations = await lockTopics(trx, agent.workspaceId, topics.map(topicName))
    const result = await unsubscribe(trx, agent, now, [...generations.values()], REMAINING_SHOWN)

    const left = new Set(result.left)
    const hasLeft = (topic: string) => left.has(generations.get(topic) ?? 0)
    const ended = topics.filter(hasLeft)
    const remaining = result.remaining.map(fromStorable)
    const begin =
      ended.length > 0
        ? `Successfully unsubscribed from: ${listNames(ended)}`
        : 'You were subscribed to none of these topics'
    return reply(call, `${begin}. Remaining subscriptions: ${listNames(remaining)}`, {
      topics_unsubscribed: ended,
      topics_not_found: topics.filter((topic) => !hasLeft(topic)),
      remaining_subscriptions: remaining,
      total_subscriptions: result.total,
    })
  },
})
