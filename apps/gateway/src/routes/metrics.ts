import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { CONTENT_TYPE, collectMetrics } from '../metrics/collect.ts'
import { failures, replyOf } from '../openapi/operation.ts'
import type { Services } from '../services.ts'

export function metricsRoute(
  app: FastifyInstance,
  { database, quotas }: Pick<Services, 'database'> & { quotas?: Services['quotas'] },
): void {
  app.get(
    '/metrics',
    {
      config: { access: 'root' },
      schema: {
        operationId: 'get_metrics',
        summary: 'Get metrics',
        description:
          'Metrics for Prometheus: tool calls, deliveries, connections, and the process.',
        tags: ['Operation'],
        response: {
          200: replyOf('Metrics in the Prometheus text format.', { 'text/plain': Type.String() }),
          ...failures(401, 403),
        },
      },
    },
    async (_request, reply) =>
      reply
        .type(CONTENT_TYPE)
        .serializer(String)
        .send(await collectMetrics(database, quotas)),
  )
}
