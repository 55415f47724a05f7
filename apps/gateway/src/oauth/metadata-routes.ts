import type { FastifyInstance } from 'fastify'
import { PUBLIC_LIMIT } from '../http/rate-limit.ts'
import { MCP_PATH } from './resource.ts'

export const ISSUER_PATH = '/connect'

/**
 * The address at which a client of `/connect/mcp` finds the authorization server. `/mcp` never names
 * this address.
 */
export const resourceMetadataUrl = (publicUrl: string): string =>
  `${publicUrl}/.well-known/oauth-protected-resource${MCP_PATH}`

/**
 * The metadata of the resource (RFC 9728) and of the authorization server (RFC 8414). The issuer has a
 * path, so that clients of `/mcp`, which look at the root, find nothing.
 */
export function metadataRoutes(app: FastifyInstance, publicUrl: () => string): void {
  const options = {
    config: { access: 'public', rateLimit: PUBLIC_LIMIT },
    schema: { hide: true },
  } as const

  app.get(`/.well-known/oauth-protected-resource${MCP_PATH}`, options, async () => ({
    resource: publicUrl() + MCP_PATH,
    resource_name: 'Quartermaster',
    authorization_servers: [publicUrl() + ISSUER_PATH],
    bearer_methods_supported: ['header'],
  }))

  app.get(`/.well-known/oauth-authorization-server${ISSUER_PATH}`, options, async () => {
    const issuer = publicUrl() + ISSUER_PATH
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      revocation_endpoint: `${issuer}/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    }
  })
}
