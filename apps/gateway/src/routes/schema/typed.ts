import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'

/** Types the handlers' requests by their route's schema. */
export const typed = (app: FastifyInstance) => app.withTypeProvider<TypeBoxTypeProvider>()
