import { requireTx } from '@quartermaster/db'
import { countOf, customMessage, Input, quote, strictType, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { StoredName } from '../input-schemas.ts'
import { NAMES_SHOWN } from '../list-names.ts'
import { closeTopic, lockDeletion } from '../queries/topics/close-topic.ts'
import { lockTopics } from '../queries/topics/lock-topics.ts'
import { topicName } from '../queries/topics/topic-name.ts'
import { readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { tool } from '../tool.ts'

const UNCONFIRMED =
  'Deleting a topic cannot be undone and needs confirmation: set confirm to the boolean true.'

export const deleteTopic = tool({
  name: 'delete_topic',
  description: [
    'Delete a topic for all agents. It ends every subscription to it and deletes the values that were pushed to this topic alone; values that also went to another topic or to named agents stay.',
    'This cannot be undone. Call discover_topics first to see who is subscribed.',
  ].join('\n'),
  effect: 'destroy',
  isAct: true,
  timeoutSeconds: 30,
  adapt: async (parameters) => {
    refuseTrial(parameters)
    return parameters
  },

  input: Input({
    topic: StoredName('The topic to delete.', 'discover_topics'),
    confirm: Type.Boolean({
      [strictType]: true,
      [customMessage]: UNCONFIRMED,
      description: 'Must be true to confirm the deletion.',
    }),
  }),
  output: Reply({
    topic: Type.String({ description: 'The topic that was deleted.' }),
    subscribers_affected: Type.Array(Type.String(), {
      description: 'Agents whose subscription ended, at most 100.',
    }),
    subscribers_truncated: Type.Optional(
      Type.Boolean({ description: 'True if there were more subscribers than are listed.' }),
    ),
    context_items_deleted: Type.Integer({ description: 'Number of values that were deleted.' }),
  }),
  examples: [{ title: 'Delete a topic', input: { topic: 'obsolete_topic', confirm: true } }],

  async handler({ topic, confirm }, call) {
    if (!confirm) {
      throw new ToolError('invalid_input', UNCONFIRMED, {
        suggestion: `Call discover_topics to see who is subscribed. If ${quote(topic)} must go, send "confirm": true.`,
      })
    }
    const { now } = call
    const trx = requireTx(call.services.db)
    const by = readerOf(call.caller)
    await lockDeletion(trx, by.workspaceId)
    const generations = await lockTopics(trx, by.workspaceId, [topicName(topic)])
    const generation = generations.get(topic)
    const deleted =
      generation === undefined ? undefined : await closeTopic(trx, by, now, generation, NAMES_SHOWN)
    if (!deleted?.existed) {
      throw new ToolError('not_found', `Topic ${quote(topic)} does not exist`, {
        suggestion: 'Call discover_topics to see the topics that exist.',
      })
    }
    const { names, subscribers, items } = deleted
    const message = `Successfully deleted topic ${quote(topic)}. Removed ${countOf(subscribers, 'subscriber')} and ${countOf(items, 'context item')}.`
    return reply(call, message, {
      topic,
      subscribers_affected: [...names],
      ...(subscribers > names.length && { subscribers_truncated: true }),
      context_items_deleted: items,
    })
  },
})

const CONFIRMATIONS = /^(confirm|force|yes$|sure$|really$)/

/** Refuses a call without `confirm` but with a flag such as `dry_run`, which must not delete anything. */
function refuseTrial(parameters: Record<string, unknown>): void {
  if (Object.hasOwn(parameters, 'confirm')) return
  const flag = Object.keys(parameters).find(
    (name) => typeof parameters[name] === 'boolean' && !CONFIRMATIONS.test(name),
  )
  if (flag === undefined) return
  throw new ToolError('invalid_input', `Unknown parameter ${quote(flag)}. ${UNCONFIRMED}`, {
    suggestion: `Call discover_topics to see who is subscribed; delete_topic has no ${quote(flag)}, and deletes at once.`,
  })
}
