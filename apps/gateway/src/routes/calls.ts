import { type Caller, quote, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import {
  CALL_ORDERS,
  countToolCalls,
  findToolCall,
  listToolCalls,
  SEARCHED_CALLS,
} from '../queries/call-log/list-tool-calls.ts'
import type { Services } from '../services.ts'
import { ById, Instant, Nullable } from './schema/fields.ts'
import { ListOf, ListQuery, listRequest, namesOf, totalOf } from './schema/page.ts'
import { readTimestamp } from './schema/timestamp.ts'
import { typed } from './schema/typed.ts'

const Call = Type.Object(
  {
    id: Type.String({ description: 'Call id.' }),
    agent: Nullable(
      Type.String({ description: 'The agent that called; null if the key was not valid.' }),
    ),
    key_id: Nullable(
      Type.String({ description: 'The key that was used; null if it was not valid.' }),
    ),
    tool: Type.String({ description: 'Tool name.' }),
    path: Type.String({ description: 'The path that was called.' }),
    request_id: Type.String({ description: 'The request id that the response carried.' }),
    trace_id: Nullable(
      Type.String({ description: 'The trace of the request’s traceparent; null without one.' }),
    ),
    status: Type.Integer({ description: 'HTTP status.' }),
    code: Nullable(Type.String({ description: 'Error code; null if the call succeeded.' })),
    error: Nullable(Type.String({ description: 'Error text; null if the call succeeded.' })),
    suggestion: Nullable(
      Type.String({ description: 'What the error suggested; null if the call succeeded.' }),
    ),
    milliseconds: Type.Number({ description: 'Duration.' }),
    request_bytes: Type.Integer({ description: 'Size of the request body.' }),
    response_bytes: Type.Integer({ description: 'Size of the response body.' }),
    arguments: Type.String({
      description: 'The arguments as JSON text. Secrets and long texts are redacted.',
    }),
    replayed: Type.Boolean({
      description: 'Whether the stored answer of an earlier call was returned.',
    }),
    called_at: Instant('Time of the call.'),
  },
  { description: 'One tool call.' },
)

const CallWithAnswer = Type.Composite(
  [
    Call,
    Type.Object({
      answer: Nullable(
        Type.String({
          description: 'The beginning of the answer as JSON text, without secrets; null if none.',
        }),
      ),
    }),
  ],
  { description: 'One tool call with its answer.' },
)

const Timestamp = (description: string) => Type.String({ format: 'date-time', description })

const Filter = Type.Partial(
  Type.Object({
    agent: Type.String({ description: 'Only calls of this agent.' }),
    tool: Type.String({ description: 'Only calls of this tool.' }),
    code: Type.String({ description: 'Only calls that failed with this error code.' }),
    outcome: Type.Union([Type.Literal('ok'), Type.Literal('error')], {
      description: 'Only calls that succeeded, or only calls that failed.',
    }),
    request_id: Type.String({ description: 'Only the call with this request id.' }),
    trace_id: Type.String({ description: 'Only the calls of this trace.' }),
    since: Timestamp('Only calls at or after this time.'),
    until: Timestamp('Only calls before this time.'),
  }),
)

const CallList = ListQuery(
  namesOf(CALL_ORDERS),
  `their tool, agent, error, arguments or request id (among the newest ${SEARCHED_CALLS})`,
)

export function callRoutes(app: FastifyInstance, { database: { db }, callLog }: Services): void {
  typed(app).get(
    '/v1/calls',
    {
      config: { access: 'workspace' },
      schema: {
        operationId: 'list_calls',
        summary: 'List tool calls',
        description:
          'The tool-call log, newest first. The root key sees all calls of the workspace and the calls without a valid key, an agent its own calls.',
        tags: ['Operation'],
        querystring: Type.Composite([Filter, Type.Object(CallList)]),
        response: { 200: ListOf('calls', Call), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { since, until, ...list } = query
      const { workspaceId } = caller
      const request = {
        ...listRequest(list),
        since: readTimestamp('since', since),
        until: readTimestamp('until', until),
        ...visibleTo(caller),
      }
      // Calls are written in batches: flush, so that the list has the newest ones.
      await callLog.flush()
      const { rows, nextCursor } = await listToolCalls(db, workspaceId, request)
      const total = await totalOf(query, () => countToolCalls(db, workspaceId, request))
      const calls = rows.map((call) => ({ ...call, id: String(call.id) }))
      return { calls, next_cursor: nextCursor, ...total }
    },
  )

  typed(app).get(
    '/v1/calls/:id',
    {
      config: { access: 'workspace' },
      schema: {
        operationId: 'get_call',
        summary: 'Get a tool call',
        description: 'One call of the tool-call log with the beginning of its answer.',
        tags: ['Operation'],
        params: ById,
        response: { 200: CallWithAnswer, ...failures(401, 403, 404) },
      },
    },
    async ({ params: { id }, caller }) => {
      await callLog.flush()
      const found = /^\d{1,15}$/.test(id)
        ? await findToolCall(db, caller.workspaceId, Number(id), visibleTo(caller))
        : undefined
      if (found !== undefined) return { ...found, id }
      throw new ToolError('not_found', `The call log has no call ${quote(id)}.`, {
        suggestion: 'GET /v1/calls lists the calls and their ids.',
      })
    },
  )
}

/** The root key sees all calls of the workspace and those without a valid key. */
const visibleTo = ({ isRoot, agent }: Caller) =>
  isRoot ? { withoutWorkspace: true } : { only: agent }
