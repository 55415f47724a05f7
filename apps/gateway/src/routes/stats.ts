import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import { countCalls, GROUPINGS } from '../queries/call-statistics.ts'
import type { Services } from '../services.ts'
import { countedPeriod } from '../statistics/counted-period.ts'
import { readTimestamp } from './schema/timestamp.ts'
import { typed } from './schema/typed.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

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
    since: Type.String({ description: 'Start of the period that was counted.' }),
    until: Type.String({ description: 'End of the period that was counted.' }),
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
          'Counts, errors and durations of tool calls by tool, agent, error code or time. The root key sees all calls of the workspace, an agent its own. Calls are counted when they are logged: by the minute for at least four hours, then by the hour. The period is extended to whole minutes or hours. Durations are accurate to a tenth.',
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
      const now = clock()
      const end = readTimestamp('until', query.until) ?? now
      const start = readTimestamp('since', query.since) ?? new Date(end.getTime() - DAY_MS)
      const { since, until } = countedPeriod({ since: start, until: end }, now)
      // Calls are written in batches: flush, so that the newest ones are counted.
      await callLog.flush()
      const stats = await countCalls(db, caller.workspaceId, {
        by: query.by,
        since,
        // A call that was logged after `now` was taken may belong to the next minute.
        until: query.until === undefined ? new Date(until.getTime() + MINUTE_MS) : until,
        ...(!caller.isRoot && { agent: caller.agent }),
      })
      return { by: query.by, since: since.toISOString(), until: until.toISOString(), stats }
    },
  )
}
