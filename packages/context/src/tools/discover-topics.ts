import { countOf, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { Cursor, Limit, NextCursor, Pattern } from '../input-schemas.ts'
import { readTopicCursor, topicCursor } from '../keys/key-cursor.ts'
import { keyPattern } from '../keys/key-pattern.ts'
import { readTopics } from '../queries/topics/read-topics.ts'
import { Reply, reply } from '../reply.ts'
import { tool } from '../tool.ts'

const DAY = 24 * 3600 * 1000

export const discoverTopics = tool({
  name: 'discover_topics',
  description: [
    'See which topics have subscribers, the most subscribed first, and who the subscribers are.',
    'Use it before push_context to see who a topic reaches, and before subscribe_to_topics to find the topics in use.',
  ].join('\n'),
  effect: 'read',
  timeoutSeconds: 15,

  input: Input({
    pattern: Type.Optional(
      Pattern(
        "Only topics whose whole name matches: * is any run of characters, ? is one, e.g. 'sales*'.",
      ),
    ),
    limit: Limit(500, 100, 'How many topics to return at most.'),
    cursor: Type.Optional(Cursor('The next_cursor of the previous reply, for the next page.')),
  }),
  output: Reply({
    topics: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name of the topic.' }),
        subscriber_count: Type.Integer({ description: 'Number of subscribed agents.' }),
        subscribers: Type.Array(Type.String(), {
          description: 'Names of subscribed agents, at most 100.',
        }),
        recent_activity: Type.Boolean({
          description: 'Whether a value was pushed in the last 24 hours.',
        }),
      }),
      { description: 'The topics, the most subscribed first.' },
    ),
    total_topics: Type.Integer({ description: 'Number of topics in this reply.' }),
    next_cursor: NextCursor,
  }),
  examples: [
    { title: 'All topics', input: {} },
    { title: 'Topics with a common prefix', input: { pattern: 'sales*' } },
  ],

  async handler({ pattern, limit, cursor }, call) {
    const { topics, hasMore } = await readTopics(call.services.db, call.caller.workspaceId, {
      limit,
      after: cursor === undefined ? undefined : readTopicCursor(cursor),
      pattern: pattern === undefined ? undefined : keyPattern(pattern),
    })
    const last = hasMore ? topics.at(-1) : undefined
    const since = call.now.getTime() - DAY
    const message = `Found ${countOf(topics.length, 'available topic')}`
    const hint =
      '; there are more: call again with cursor set to next_cursor, or narrow the pattern'
    return reply(call, last ? message + hint : message, {
      topics: topics.map((topic) => ({
        name: topic.name,
        subscriber_count: topic.subscribers,
        subscribers: [...topic.names],
        recent_activity: (topic.lastPushedAt?.getTime() ?? 0) > since,
      })),
      total_topics: topics.length,
      ...(last && { next_cursor: topicCursor(last.position) }),
    })
  },
})
