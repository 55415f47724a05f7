import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../catalog.ts'
import type { Services } from '../services.ts'
import { authorizeRoutes } from './authorize-routes.ts'
import { openClients } from './clients.ts'
import { readForms } from './form.ts'
import { metadataRoutes } from './metadata-routes.ts'
import { registerRoute } from './register-route.ts'
import { tokenRoutes } from './token-routes.ts'

type Options = {
  readonly catalog: Catalog
  readonly services: Services
  readonly redirectHosts: readonly string[]
  readonly publicUrl: () => string
}

/** The authorization server of `/connect/mcp`, for hosts that cannot send a key (`QM_OAUTH=on`). */
export function oauthRoutes(app: FastifyInstance, options: Options): void {
  const { services, redirectHosts, publicUrl } = options
  const { outbound, keyring } = services
  const { db } = services.database
  const clients = openClients({ db, outbound, redirectHosts, log: app.log })

  metadataRoutes(app, publicUrl)
  registerRoute(app, { db, redirectHosts })
  app.register(async (routes) => {
    readForms(routes)
    authorizeRoutes(routes, { ...options, clients })
    tokenRoutes(routes, { db, clients, keyring })
  })
}
