import { listAllItems, MAX_READERS, type OperatorItem } from '@quartermaster/context'
import { parseOwnJson, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, Nullable } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { typed } from './schema/typed.ts'

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
    global: Type.Boolean({ description: 'Whether every agent may read it.' }),
    topics: Type.Array(Type.String(), { description: 'The topics it was pushed to.' }),
    readers: Type.Array(Type.String(), {
      description: `Known agents that may read it directly or by a topic; at most ${MAX_READERS}.`,
    }),
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
          'Lists all values of the workspace with their readers, newest first, including those that no agent can read.',
        tags: ['Shared context'],
        querystring: Type.Object({
          ...PageQuery,
          key: Type.Optional(Type.String({ description: 'Only this key, with its value.' })),
        }),
        response: { 200: PageOf('context', Item), ...failures(400, 401, 403) },
      },
    },
    async ({ query: { key, cursor, limit }, caller }) => {
      if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
        throw new ToolError(
          'invalid_input',
          'The cursor must be the next_cursor of an earlier answer.',
        )
      }
      const now = clock()
      const items = await listAllItems(db, caller.workspaceId, {
        now,
        limit: limit + 1,
        ...(key !== undefined && { key }),
        ...(cursor !== undefined && { before: Number(cursor) }),
      })
      const page = items.slice(0, limit)
      return {
        context: page.map((item) => presentItem(item, now)),
        next_cursor: items.length > limit ? String(page.at(-1)?.id) : null,
      }
    },
  )
}

const presentItem = (item: OperatorItem, now: Date) => ({
  key: item.key,
  ...(item.value !== null && { value: parseOwnJson(item.value) }),
  bytes: item.valueBytes,
  version: item.version,
  written_by: item.writtenBy,
  written_at: item.writtenAt,
  expires_at: item.expiresAt,
  ttl_remaining:
    item.expiresAt && Math.max(0, Math.ceil((item.expiresAt.getTime() - now.getTime()) / 1000)),
  global: item.isGlobal,
  topics: [...item.topics],
  readers: [...item.readers],
})
