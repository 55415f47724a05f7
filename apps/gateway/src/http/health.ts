import { Type } from '@sinclair/typebox'
import fp from 'fastify-plugin'
import { failures } from '../openapi/operation.ts'

type Options = { checkReadiness: () => Promise<void> }

const Status = Type.Object(
  { status: Type.String({ description: 'ok or ready.' }) },
  { description: 'Service status.' },
)

/** `/healthz` answers while the process runs, `/readyz` while it can do its work. */
export default fp<Options>(
  async (app, { checkReadiness }) => {
    const config = { access: 'public', rateLimit: false } as const
    const tags = ['Operation']

    app.get(
      '/healthz',
      {
        config,
        logLevel: 'warn',
        schema: {
          operationId: 'healthz',
          summary: 'Check liveness',
          description: 'Answers while the process runs.',
          tags,
          security: [],
          response: { 200: Status },
        },
      },
      async () => ({ status: 'ok' }),
    )
    app.get(
      '/readyz',
      {
        config,
        logLevel: 'warn',
        schema: {
          operationId: 'readyz',
          summary: 'Check readiness',
          description: 'Answers with 200 while the gateway can take calls, otherwise with 503.',
          tags,
          security: [],
          response: { 200: Status, ...failures(503) },
        },
      },
      async () => {
        await checkReadiness()
        return { status: 'ready' }
      },
    )
  },
  { name: 'health' },
)
