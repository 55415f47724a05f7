import { Input, parseOwnJson } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { Key, Limit } from '../input-schemas.ts'
import { count } from '../list-names.ts'
import { readVersions } from '../queries/items/read-versions.ts'
import { readerOf } from '../reader.ts'
import { Reply, reply } from '../reply.ts'
import { tool } from '../tool.ts'

export const readHistory = tool({
  name: 'read_history',
  description:
    'Read the earlier values of a key, newest first, as far as you could read them when they were pushed. The last 100 versions are kept, for 30 days after they were replaced and no longer than their own expiry.',
  effect: 'read',
  timeoutSeconds: 15,

  input: Input({
    key: Key('The key.'),
    limit: Limit(100, 20, 'How many versions to return at most.'),
    before_version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Only versions below this one, to read on.' }),
    ),
  }),
  output: Reply({
    key: Type.String(),
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        value: Type.Unknown(),
        written_by: Type.String(),
        at: Type.String({ format: 'date-time' }),
        current: Type.Boolean(),
      }),
    ),
    more: Type.Boolean(),
  }),
  examples: [{ title: 'The last three values', input: { key: 'customer_update', limit: 3 } }],

  async handler({ key, limit, before_version: before }, call) {
    const { services, caller, now } = call
    const history = await readVersions(services.db, readerOf(caller), now, key, { limit, before })
    const found = `Found ${count(history.versions.length, 'version')}`
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
