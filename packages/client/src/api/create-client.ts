import createFetchClient, {
  type ClientPathsWithMethod,
  type Client as FetchClient,
  type MethodResponse,
} from 'openapi-fetch'
import { encodeHeader } from '../gateway/encode-header.ts'
import type { paths } from './generated/schema.ts'

/** All routes of the gateway as typed methods: `client.GET('/v1/agents')`. */
export type Client = FetchClient<paths>

/** The paths that can be read, and what they return. */
export type GetPath = ClientPathsWithMethod<Client, 'get'>
export type GetResponse<Path extends GetPath> = MethodResponse<Client, 'get', Path>

export type ClientOptions = {
  /** For example http://127.0.0.1:8080. In a browser, '' is the origin of the page. */
  readonly baseUrl: string
  /** The key of an agent, or the root key. A page that has a session cookie needs none. */
  readonly key?: string
  /** With the root key: the workspace and the agent to act as. */
  readonly workspace?: string
  readonly agent?: string
  /** Whether a browser sends cookies, as in `fetch`. */
  readonly credentials?: NonNullable<RequestInit['credentials']>
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: (request: Request) => Promise<Response>
}

/** A client for the whole HTTP API, for browsers and Node.js. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, key, workspace, agent, credentials, headers, fetch } = options
  return createFetchClient<paths>({
    baseUrl,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(workspace !== undefined && { 'x-workspace': encodeHeader(workspace) }),
      ...(agent !== undefined && { 'x-agent': encodeHeader(agent) }),
      ...headers,
    },
    ...(credentials !== undefined && { credentials }),
    ...(fetch !== undefined && { fetch }),
  })
}
