import type { Clients, OAuthClient } from './clients.ts'
import type { Form } from './form.ts'
import { isRegisteredRedirect } from './redirect-uris.ts'
import { type Resource, readResource } from './resource.ts'

/** A valid authorization request. */
export type AuthorizationRequest = {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly state: string | undefined
  readonly resource: Resource
  /** Its parameters, which the form submits again. */
  readonly fields: Form
}

/** Shown to the person, or sent to the client once the address is known to belong to it. */
export type Refused =
  | { readonly message: string }
  | {
      readonly redirectUri: string
      readonly state: string | undefined
      readonly error: string
      readonly description?: string
    }

const FIELDS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'resource',
]
const CHALLENGE = /^[\w.~-]{43}$/
// The visible characters that the OAuth specification allows in `state`.
const STATE = /^[\x20-\x7e]+$/

export async function readAuthorization(
  query: Form,
  clients: Clients,
  publicUrl: string,
): Promise<AuthorizationRequest | Refused> {
  const { client_id: id = '', redirect_uri: redirectUri = '', state } = query
  const client = id === '' ? undefined : await clients.find(id)
  if (client === undefined) {
    return { message: 'The program that sent you here is not registered with this gateway.' }
  }
  if (!isRegisteredRedirect(redirectUri, client.redirectUris)) {
    return { message: `The program did not register the address to which it wants to return.` }
  }
  const refuse = (error: string, description: string) => ({
    redirectUri,
    state: state !== undefined && STATE.test(state) ? state : undefined,
    error,
    description,
  })
  if (state !== undefined && !STATE.test(state)) {
    return refuse('invalid_request', 'state has characters that are not allowed')
  }
  if (query.response_type !== 'code') {
    return refuse('unsupported_response_type', 'response_type must be code')
  }
  const { code_challenge: challenge = '', code_challenge_method: method } = query
  if (method !== 'S256' || !CHALLENGE.test(challenge)) {
    return refuse('invalid_request', 'PKCE with the method S256 is required')
  }
  const resource = readResource(query.resource, publicUrl)
  if (resource === undefined) {
    return refuse('invalid_target', 'resource must be the address of the MCP endpoint')
  }
  const fields = Object.fromEntries(
    FIELDS.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]),
  )
  return { client, redirectUri, state, resource, fields }
}
