import {
  countAllItems,
  ITEM_ORDERS,
  type ListedItem,
  listAllItems,
  readAllVersions,
  readAnyItem,
  restoreVersion,
} from '@quartermaster/context'
import { parseOwnJson } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
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

const Version = Type.Object(
  {
    version: Type.Integer({ description: 'The version.' }),
    value: Type.Unknown({ description: 'Its value.' }),
    written_by: Type.String({ description: 'The agent that pushed or restored it.' }),
    written_at: Instant('When it became current.'),
    is_current: Type.Boolean({ description: 'Whether this is the value of the key now.' }),
  },
  { description: 'A stored version of a key.' },
)

const Restored = Type.Object(
  {
    key: Type.String({ description: 'The key.' }),
    version: Type.Integer({ description: 'The new version of the key.' }),
    restored_version: Type.Integer({ description: 'The version whose value it has.' }),
  },
  { description: 'The restored key.' },
)

const Versions = Type.Object(
  {
    key: Type.String({ description: 'The key.' }),
    versions: Type.Array(Version, { description: 'The versions, newest first.' }),
    more: Type.Boolean({ description: 'Whether there are older versions.' }),
  },
  { description: 'The stored versions of a key.' },
)

const Key = (description: string) => Type.String({ minLength: 1, description })

const tags = ['Shared context']

export function contextRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  const routes = typed(app)

  routes.get(
    '/v1/context',
    {
      config: { access: 'root' },
      schema: {
        operationId: 'list_all_context',
        summary: 'List shared context',
        description:
          'Lists all values of the workspace by key, with their readers, including those that no agent can read.',
        tags,
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

  routes.get(
    '/v1/context/versions',
    {
      config: { access: 'root' },
      schema: {
        operationId: 'list_context_versions',
        summary: 'List the versions of a key',
        description:
          'Lists the stored versions of a key, newest first, whoever could read them: the last 100, for 30 days after they were replaced and never longer than their own expiry. A deleted key keeps its versions.',
        tags,
        querystring: Type.Object({
          key: Key('The key.'),
          limit: Type.Integer({
            minimum: 1,
            maximum: 100,
            default: 20,
            description: 'How many versions to return at most.',
          }),
          before_version: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Only versions below this one.' }),
          ),
        }),
        response: { 200: Versions, ...failures(400, 401, 403) },
      },
    },
    async ({ query: { key, limit, before_version: before }, caller }) => {
      const page = { limit, before }
      const history = await readAllVersions(db, caller.workspaceId, clock(), key, page)
      const versions = history.versions.map(
        ({ version, value, writtenBy, writtenAt, isCurrent }) => ({
          version,
          value: parseOwnJson(value),
          written_by: writtenBy,
          written_at: writtenAt,
          is_current: isCurrent,
        }),
      )
      return { key, versions, more: history.hasMore }
    },
  )

  routes.post(
    '/v1/context/restore',
    {
      config: {
        access: { tool: ['read_history', 'push_context'] },
        uses: ['keys', 'bytes'],
        isAct: true,
      },
      schema: {
        operationId: 'restore_context',
        summary: 'Restore a version of a key',
        description:
          'Makes an earlier version the newest one, with the readers and the expiry that it had, also if the key was deleted since. An agent can restore the versions that read_history shows it, the root key all versions.',
        tags,
        body: Type.Object(
          {
            key: Key('The key.'),
            version: Type.Integer({ minimum: 1, description: 'The version to restore.' }),
            if_version: Type.Optional(
              Type.Integer({
                minimum: 0,
                description:
                  'Restore only if the key has this version now; 0: only if it has no value.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: Restored, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const { key, version, if_version: ifVersion } = request.body
      const { caller } = request
      return performAct(db, request, async (trx) => {
        const input = { key, version, ifVersion }
        const restored = await restoreVersion(trx, caller, clock(), input)
        const result = { key, version: restored.version, restored_version: version }
        const [before, after] = [{ version: restored.versionBefore }, result]
        return { result, change: { kind: 'context', name: key, before, after } }
      })
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
