import { createClient, GatewayError, type paths, unwrap } from '@quartermaster/client'
import { actingAs } from './acting-as.ts'
import { GATEWAY_URL } from './gateway-url.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths of the OpenAPI document that have a method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, Operation> ? Path : never
}[keyof paths]

type Operation = { parameters: { path?: object; query?: object }; responses: object }

/** An operation's successful answer. */
export type Answer<Path extends keyof paths, M extends Method = 'get'> =
  paths[Path] extends Record<M, { responses: infer Responses }>
    ? JsonOf<Responses[Extract<keyof Responses, 200 | 201>]>
    : never

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } }
  ? Body
  : undefined

type Parameters<Path extends keyof paths, M extends Method, In extends 'path' | 'query'> =
  paths[Path] extends Record<M, { parameters: infer All }>
    ? NonNullable<All[Extract<keyof All, In>]>
    : never

/** Names are those of the document. Values often come from the page's URL: the gateway checks them. */
type Values<Named> = {
  readonly [Name in keyof Named]?: string | number | boolean | undefined
}

type Options<Path extends keyof paths, M extends Method> = {
  readonly path?: Values<Parameters<Path, M, 'path'>>
  readonly query?: Values<Parameters<Path, M, 'query'>>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

type Sent = {
  readonly path?: Query | undefined
  readonly query?: Query | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly body?: unknown
  readonly parseAs?: 'json' | 'text' | 'blob' | 'stream'
}

const client = createClient({ baseUrl: GATEWAY_URL, fetch: fetchAsConsole })

/** Adds the workspace and the mark of the console's own page to a request. */
async function fetchAsConsole(request: Request): Promise<Response> {
  const own = { 'x-quartermaster-console': '1', ...actingAs.headers() }
  for (const [name, value] of Object.entries(own)) {
    if (!request.headers.has(name)) request.headers.set(name, value)
  }
  try {
    return await fetch(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new GatewayError(0, {
      error: 'The gateway does not answer.',
      suggestion: 'Check that it is running. The page tries again by itself.',
    })
  }
}

type Sending = (method: Method, path: string, init: object) => Promise<Reply>
type Reply = { readonly data?: unknown; readonly error?: unknown; readonly response: Response }

/** Sends a request with the session's cookie. Throws a `GatewayError` for every failure. */
export function send<Data>(
  method: Method,
  route: string,
  { path, query, ...init }: Sent = {},
): Promise<Data> {
  // A text is a body as it is: JSON whose numbers have more digits than JavaScript keeps, or CSV.
  const isText = typeof init.body === 'string'
  const headers = {
    ...(isText && { 'content-type': 'application/json' }),
    ...init.headers,
  }
  const request = client.request as unknown as Sending
  const options = {
    ...init,
    headers,
    params: { path, query: given(query) },
    ...(isText && { bodySerializer: (body: string) => body }),
  }
  return unwrap(request(method, route, options)) as Promise<Data>
}

/** Requests to the gateway, with paths, parameters and answers of its OpenAPI document. */
export const api = {
  get: <Path extends PathWith<'get'>>(path: Path, options?: Options<Path, 'get'>) =>
    send<Answer<Path>>('get', path, options),
  post: <Path extends PathWith<'post'>>(
    path: Path,
    body: object = {},
    options?: Options<Path, 'post'>,
  ) => send<Answer<Path, 'post'>>('post', path, { ...options, body }),
  patch: <Path extends PathWith<'patch'>>(
    path: Path,
    body: object,
    options?: Options<Path, 'patch'>,
  ) => send<Answer<Path, 'patch'>>('patch', path, { ...options, body }),
  delete: <Path extends PathWith<'delete'>>(path: Path, options?: Options<Path, 'delete'>) =>
    send<Answer<Path, 'delete'>>('delete', path, options),
}

/** The address of a download. */
export function addressOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(given(query))) parameters.set(name, String(value))
  const address = GATEWAY_URL + path
  return parameters.size === 0 ? address : `${address}?${parameters}`
}

const given = (query: Query = {}) =>
  Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== ''),
  )
