import { queryOptions } from '@tanstack/react-query'
import { GATEWAY_URL } from './gateway-url.ts'
import { api } from './request.ts'

export const readyQuery = queryOptions({
  queryKey: ['ready'],
  queryFn: () => api.get('/readyz'),
  refetchInterval: 10_000,
})

const OAUTH_METADATA = `${GATEWAY_URL}/.well-known/oauth-protected-resource/connect/mcp`

/** Whether hosts can sign in at `/connect/mcp`. */
export const oauthQuery = queryOptions({
  queryKey: ['oauth'],
  queryFn: async ({ signal }) => (await fetch(OAUTH_METADATA, { signal })).ok,
})
