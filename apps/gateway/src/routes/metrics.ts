import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures, replyOf } from '../openapi/operation.ts'

export function metricsRoute(app: FastifyInstance): void {
  app.get(
    '/metrics',
    {
      config: { access: 'root' },
      schema: {
        operationId: 'get_metrics',
        summary: 'Get metrics',
        description: 'Metrics of the process and its routes for Prometheus.',
        tags: ['Operation'],
        response: {
          200: replyOf('Metrics in the Prometheus text format.', { 'text/plain': Type.String() }),
          ...failures(401, 403),
        },
      },
    },
    async (_request, reply) => {
      const { register } = app.metrics.client
      return reply
        .type(register.contentType)
        .serializer(String)
        .send(await register.metrics())
    },
  )
}
