import { ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import { countCalls, GROUPINGS } from '../queries/call-statistics.ts'
import type { Services } from '../services.ts'
import { typed } from './schema/typed.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const Timestamp = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description }))

const Group = Type.Object({
  group: Type.String({ description: 'The tool, agent, error code, minute, hour or day.' }),
  calls: Type.Integer({ description: 'Number of calls.' }),
  errors: Type.Integer({ description: 'Number of calls that failed.' }),
  replayed: Type.Integer({ description: 'Number of calls answered with a stored answer.' }),
  milliseconds_p50: Type.Number({ description: 'Median duration.' }),
  milliseconds_p95: Type.Number({ description: '95th percentile of the duration.' }),
  request_bytes: Type.Number({ description: 'Size of all request bodies.' }),
  response_bytes: Type.Number({ description: 'Size of all response bodies.' }),
})

const Statistics = Type.Object(
  {
    by: Type.String({ description: 'The grouping.' }),
    since: Type.String({ description: 'Start of the period.' }),
    until: Type.String({ description: 'End of the period.' }),
    stats: Type.Array(Group, { description: 'One entry per group.' }),
  },
  { description: 'Statistics of tool calls.' },
)

export function statsRoute(
  app: FastifyInstance,
  { database: { db }, callLog, clock }: Services,
): void {
  typed(app).get(
    '/v1/stats',
    {
      config: { access: 'workspace' },
      schema: {
        operationId: 'get_stats',
        summary: 'Get call statistics',
        description:
          'Counts, errors and durations of tool calls by tool, agent, error code or time. The root key sees all calls of the workspace, an agent its own.',
        tags: ['Operation'],
        querystring: Type.Object({
          by: Type.Union(
            GROUPINGS.map((name) => Type.Literal(name)),
            { default: 'tool', description: 'The grouping.' },
          ),
          since: Timestamp('Start of the period. Default: 24 hours before its end.'),
          until: Timestamp('End of the period. Default: now.'),
        }),
        response: { 200: Statistics, ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const until = query.until === undefined ? clock() : readTime('until', query.until)
      const since =
        query.since === undefined
          ? new Date(until.getTime() - DAY_MS)
          : readTime('since', query.since)
      // Calls are written in batches: flush, so that the newest ones are counted.
      await callLog.flush()
      const stats = await countCalls(db, caller.workspaceId, {
        by: query.by,
        since,
        until: query.until === undefined ? new Date(until.getTime() + 1000) : until,
        ...(!caller.isRoot && { agent: caller.agent }),
      })
      return { by: query.by, since: since.toISOString(), until: until.toISOString(), stats }
    },
  )
}

/** `date-time` allows a year 0, which PostgreSQL does not have. */
function readTime(name: string, text: string): Date {
  const date = new Date(text.toUpperCase())
  if (date.getUTCFullYear() > 0) return date
  throw new ToolError('invalid_input', `Parameter '${name}' must be a time after the year 0.`)
}
