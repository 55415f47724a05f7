import { countOf, Input, parseOwnJson } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { Limit, StoredName } from '../input-schemas.ts'
import { readVersions } from '../queries/items/read-versions.ts'
import { readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { tool } from '../tool.ts'

export const readHistory = tool({
  name: 'read_history',
  description:
    'Read the earlier values of a key, newest first: those that you could read when they were pushed. The last 100 versions are kept for 30 days after they were replaced, and never longer than their own expiry.',
  effect: 'read',
  timeoutSeconds: 15,

  input: Input({
    key: StoredName('The key.', 'list_context'),
    limit: Limit(100, 20, 'How many versions to return at most.'),
    before_version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Only versions below this one, for the next page.' }),
    ),
  }),
  output: Reply({
    key: Type.String({ description: 'The key.' }),
    versions: Type.Array(
      Type.Object({
        version: Type.Integer({ description: 'The version.' }),
        value: Type.Unknown({ description: 'The value of this version.' }),
        written_by: Type.String({ description: 'The agent that pushed it.' }),
        at: Type.String({ format: 'date-time', description: 'When it was pushed.' }),
        current: Type.Boolean({ description: 'Whether this is the value of the key now.' }),
      }),
      { description: 'The versions, newest first.' },
    ),
    more: Type.Boolean({ description: 'Whether there are older versions.' }),
  }),
  examples: [{ title: 'The last three values', input: { key: 'customer_update', limit: 3 } }],

  async handler({ key, limit, before_version: before }, call) {
    const { services, caller, now } = call
    const history = await readVersions(services.db, readerOf(caller), now, key, { limit, before })
    const found = `Found ${countOf(history.versions.length, 'version')}`
    const hint = '; there are more: call again with before_version set to the lowest of these'
    return reply(call, history.hasMore ? found + hint : found, {
      key,
      versions: history.versions.map((version) => ({
        version: version.version,
        value: parseOwnJson(version.value),
        written_by: version.writtenBy,
        at: version.writtenAt.toISOString(),
        current: version.isCurrent,
      })),
      more: history.hasMore,
    })
  },
})
