import fastifyMetrics from 'fastify-metrics'
import fp from 'fastify-plugin'

/** Collects metrics of the process, and of every route by status. */
export default fp(
  async (app) => {
    await app.register(fastifyMetrics.default, {
      endpoint: null,
      clearRegisterOnInit: true,
      routeMetrics: { enabled: { histogram: true, summary: false }, registeredRoutesOnly: true },
    })
  },
  { name: 'metrics' },
)
