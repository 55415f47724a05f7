import { ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import { listToolCalls } from '../queries/tool-calls.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf, PageQuery } from './page.ts'
import { typed } from './typed.ts'

const Call = Type.Object(
  {
    id: Type.String(),
    agent: Type.String({ description: 'Who called.' }),
    key_id: Type.String({ description: 'With which key.' }),
    tool: Type.String(),
    path: Type.String(),
    request_id: Type.String(),
    status: Type.Integer(),
    code: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it failed; null if it did not.',
    }),
    milliseconds: Type.Number(),
    request_bytes: Type.Integer(),
    response_bytes: Type.Integer(),
    arguments: Type.String({ description: 'JSON text, with secrets and long texts taken out.' }),
    replayed: Type.Boolean({ description: 'Answered from the stored answer of an earlier call.' }),
    called_at: Instant('When.'),
  },
  { description: 'One call of a tool.' },
)

const Moment = (description: string) => Type.String({ format: 'date-time', description })

const Filter = Type.Partial(
  Type.Object({
    agent: Type.String(),
    tool: Type.String(),
    code: Type.String(),
    outcome: Type.Union([Type.Literal('ok'), Type.Literal('error')]),
    request_id: Type.String(),
    since: Moment('From this moment on.'),
    until: Moment('Before this moment.'),
  }),
)

/** The log of tool calls: the operator sees the workspace's, an agent its own. */
export function callRoutes(app: FastifyInstance, { database: { db }, callLog }: Services): void {
  typed(app).get(
    '/v1/calls',
    {
      schema: {
        operationId: 'list_calls',
        summary: 'The log of tool calls, newest first',
        tags: ['Operation'],
        querystring: Type.Composite([Filter, Type.Object(PageQuery)]),
        response: { 200: PageOf('calls', Call), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { cursor, limit, since, until, ...filter } = query
      if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
        throw new ToolError(
          'invalid_input',
          'The cursor must be the next_cursor of an earlier answer.',
        )
      }
      // Whoever asks after a call expects to find it.
      await callLog.flush()
      const before = cursor === undefined ? undefined : Number(cursor)
      const wanted = {
        ...filter,
        since: moment('since', since),
        until: moment('until', until),
        ...(!caller.isRoot && { only: caller.agent }),
      }
      const rows = await listToolCalls(db, caller.workspaceId, wanted, before, limit + 1)
      const calls = rows
        .slice(0, limit)
        .map(({ workspace_id, ...call }) => ({ ...call, id: String(call.id) }))
      return { calls, next_cursor: rows.length > limit ? (calls.at(-1)?.id ?? null) : null }
    },
  )
}

/** PostgreSQL knows fewer ways to write a moment than the format, and no year 0. */
function moment(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = new Date(text.toUpperCase())
  if (date.getUTCFullYear() > 0) return date
  throw new ToolError('invalid_input', `Parameter '${name}' must be a moment since the year 1.`)
}
