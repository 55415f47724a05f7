import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'

/** An app whose handlers know their request's types from the route's own schema. */
export const typed = (app: FastifyInstance) => app.withTypeProvider<TypeBoxTypeProvider>()
