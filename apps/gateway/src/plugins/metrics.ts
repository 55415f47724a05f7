import fastifyMetrics from 'fastify-metrics'
import fp from 'fastify-plugin'

/** /metrics for Prometheus: the process, and every route by status. */
export default fp(
  async (app) => {
    await app.register(fastifyMetrics.default, {
      endpoint: null,
      clearRegisterOnInit: true,
      routeMetrics: { enabled: { histogram: true, summary: false }, registeredRoutesOnly: true },
    })
    app.get(
      '/metrics',
      { schema: { hide: true }, config: { rootOnly: true } },
      async (_, reply) => {
        const { register } = app.metrics.client
        return reply
          .type(register.contentType)
          .serializer(String)
          .send(await register.metrics())
      },
    )
  },
  { name: 'metrics' },
)
