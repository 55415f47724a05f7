import { actingAs } from './acting-as.ts'

/** A failed request, with the texts that the gateway has for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly suggestion: string | undefined
  readonly requestId: string | undefined

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error ?? `The gateway answered with status ${status}.`)
    this.status = status
    this.code = body.code ?? 'internal'
    this.suggestion = body.suggestion
    this.requestId = body.request_id
  }
}

type ErrorBody = { error: string; code: string; suggestion: string; request_id: string }

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export type RequestOptions = {
  readonly query?: Query
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The headers of every request: the workspace, and the mark of the console's own page. */
export const ownHeaders = (): Record<string, string> => ({
  'x-quartermaster-console': '1',
  ...actingAs.headers(),
})

/** Sends a request with the session's cookie; throws an `ApiError` for every failure. */
export async function send(
  method: string,
  path: string,
  { query, body, headers, signal }: RequestOptions = {},
): Promise<Response> {
  const response = await fetch(withQuery(path, query), {
    method,
    signal,
    headers: {
      ...ownHeaders(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch((error) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, {
      error: 'The gateway does not answer.',
      suggestion: 'Check that it is running. The page tries again by itself.',
    })
  })
  if (response.ok) return response
  throw new ApiError(response.status, await response.json().catch(() => ({})))
}

async function json<Answer>(method: string, path: string, options?: RequestOptions) {
  const response = await send(method, path, options)
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

/** Typed requests to the gateway: `api.get<CallPage>('/v1/calls', { query })`. */
export const api = {
  get: <Answer>(path: string, options?: RequestOptions) => json<Answer>('GET', path, options),
  post: <Answer>(path: string, body: unknown = {}, options?: RequestOptions) =>
    json<Answer>('POST', path, { ...options, body }),
  put: <Answer>(path: string, body: unknown, options?: RequestOptions) =>
    json<Answer>('PUT', path, { ...options, body }),
  patch: <Answer>(path: string, body: unknown, options?: RequestOptions) =>
    json<Answer>('PATCH', path, { ...options, body }),
  delete: <Answer = void>(path: string, options?: RequestOptions) =>
    json<Answer>('DELETE', path, options),
}

export function withQuery(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`
}
