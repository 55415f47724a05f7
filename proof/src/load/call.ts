import { ROOT_KEY } from '../system/gateway.ts'

export type Answer = {
  readonly status: number
  readonly isReplayed: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape.
  readonly body: any
}

export type CallOptions = {
  readonly agent?: string
  readonly workspace?: string
  readonly key?: string
  readonly idempotencyKey?: string
  readonly method?: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** One request with a key, by default the root key. Throws if no complete answer arrives. */
export async function call(
  url: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  const { agent, workspace, key = ROOT_KEY, idempotencyKey, method = 'POST' } = options
  const { timeoutMs = 10_000, signal } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    method,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    headers: {
      'x-api-key': key,
      ...(agent !== undefined && { 'x-agent': agent }),
      ...(workspace !== undefined && { 'x-workspace': workspace }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isReplayed = response.headers.get('idempotency-replayed') === 'true'
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, isReplayed, text, body: isJson ? JSON.parse(text) : text }
}

/** `call` for preparations: throws for anything but success. */
export async function mustCall(url: string, body?: unknown, options: CallOptions = {}) {
  const answer = await call(url, body, options)
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${answer.text.slice(0, 300)}`)
  return answer.body
}
