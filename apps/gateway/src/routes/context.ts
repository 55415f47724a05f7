import {
  countAllItems,
  ITEM_ORDERS,
  type ListedItem,
  listAllItems,
  readAnyItem,
} from '@quartermaster/context'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, Nullable } from './schema/fields.ts'
import { ListOf, ListQuery, listRequest, namesOf, totalOf } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const Readers = Type.Object(
  {
    everyone: Type.Boolean({ description: 'Whether every agent may read it.' }),
    topics: Type.Array(Type.String(), {
      description: 'Topics whose subscribers at the time of the push may read it.',
    }),
    agents: Type.Array(Type.String(), { description: 'Agents it was pushed to directly.' }),
    unregistered_agents: Type.Integer({
      description: 'Number of direct readers that are not registered.',
    }),
  },
  { description: 'Who may read the value.' },
)

const Item = Type.Object(
  {
    key: Type.String({ description: 'The key.' }),
    value: Type.Optional(Type.Unknown({ description: 'The value, if `key` was given.' })),
    bytes: Type.Integer({ description: 'Size of the value.' }),
    version: Type.Integer({ description: 'Version of the value.' }),
    written_by: Type.String({ description: 'The agent that pushed it.' }),
    written_at: Instant('Time of the push.'),
    expires_at: Nullable(Instant('Expiry time; null if it does not expire.')),
    ttl_remaining: Nullable(Type.Integer({ description: 'Seconds until it expires.' })),
    readers: Readers,
  },
  { description: 'A value and who may read it.' },
)

export function contextRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  typed(app).get(
    '/v1/context',
    {
      config: { access: 'root' },
      schema: {
        operationId: 'list_all_context',
        summary: 'List shared context',
        description:
          'Lists all values of the workspace by key, with their readers, including those that no agent can read.',
        tags: ['Shared context'],
        querystring: Type.Object({
          ...ListQuery(namesOf(ITEM_ORDERS), 'their key'),
          pattern: Type.Optional(
            Type.String({ description: 'Only keys that match, for example user_*.' }),
          ),
          key: Type.Optional(Type.String({ description: 'Only this key, with its value.' })),
        }),
        response: { 200: ListOf('context', Item), ...failures(400, 401, 403) },
      },
    },
    async ({ query: { key, ...query }, caller }) => {
      const now = clock()
      const { workspaceId } = caller
      if (key !== undefined) {
        const item = await readAnyItem(db, workspaceId, now, key)
        const found = item === undefined ? [] : [{ ...presentItem(item, now), value: item.value }]
        return { context: found, next_cursor: null }
      }
      const request = listRequest(query)
      const { rows, nextCursor } = await listAllItems(db, workspaceId, now, request)
      const total = await totalOf(query, () => countAllItems(db, workspaceId, now, request))
      const context = rows.map((item) => presentItem(item, now))
      return { context, next_cursor: nextCursor, ...total }
    },
  )
}

const presentItem = (item: ListedItem, now: Date) => ({
  key: item.key,
  bytes: item.valueBytes,
  version: item.version,
  written_by: item.writtenBy,
  written_at: item.writtenAt,
  expires_at: item.expiresAt,
  ttl_remaining:
    item.expiresAt && Math.max(0, Math.ceil((item.expiresAt.getTime() - now.getTime()) / 1000)),
  readers: {
    everyone: item.readers.everyone,
    topics: [...item.readers.topics],
    agents: [...item.readers.agents],
    unregistered_agents: item.readers.unregisteredAgents,
  },
})
