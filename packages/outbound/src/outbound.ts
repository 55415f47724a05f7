import type { Agent } from 'undici'
import type { AllowList } from './address.ts'
import { type Lookup, lookupAll } from './guarded-lookup.ts'
import { openResponse, type StreamedAnswer } from './open-response.ts'
import { OutboundError } from './outbound-error.ts'
import { type Answer, send } from './send.ts'

export type OutboundRequest = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Until the last byte of the response. */
  readonly timeoutMs: number
  /** For `request`: the connection is closed at the first byte beyond it. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
  /** Called immediately before the request is written; throwing cancels it. */
  readonly beforeWrite?: () => void
}

export type Outbound = {
  /** Resolves with a response of any status, redirects included; rejects with OutboundError. */
  request(url: string, request: OutboundRequest): Promise<Answer>
  /** Like `request`, but the body is streamed; `maxBytes` does not apply. */
  open(url: string, request: OutboundRequest): Promise<StreamedAnswer>
  close(): Promise<void>
}

export type OutboundOptions = {
  /** `any` is for addresses that the operator configured, never for a user's. */
  allow: AllowList | 'any'
  lookup?: Lookup
  /** Concurrent connections per host. */
  connections?: number
  /** Sends a request as part of a trace, with further headers. Unset: there is none. */
  trace?: TraceRequest | undefined
}

export type TraceRequest = <T extends { readonly status: number }>(
  url: URL,
  method: string,
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
) => Promise<T>

/**
 * The HTTP client for every address that a user, model or document supplied. The IP address is
 * checked when the connection is made, so DNS cannot return one address for the check and another
 * for the call. Redirects are not followed and proxy variables are ignored. The first request loads
 * undici, which takes several megabytes that many gateways never need.
 */
export function openOutbound({
  allow,
  lookup = lookupAll,
  connections = 64,
  trace = (_url, _method, send) => send({}),
}: OutboundOptions): Outbound {
  let agent: Promise<Agent> | undefined
  const getAgent = () => {
    agent ??= import('./guarded-agent.ts').then(({ openGuardedAgent }) =>
      openGuardedAgent({ allow, lookup, connections }),
    )
    return agent
  }
  return {
    request: async (text, options) => {
      const url = readUrl(text)
      const agent = await getAgent()
      return trace(url, options.method ?? 'GET', (headers) =>
        send(agent, url, withHeaders(options, headers)),
      )
    },
    open: async (text, options) => {
      const url = readUrl(text)
      const agent = await getAgent()
      return trace(url, options.method ?? 'GET', (headers) =>
        openResponse(agent, url, withHeaders(options, headers)),
      )
    },
    async close() {
      await (await agent)?.destroy()
    },
  }
}

const withHeaders = (
  request: OutboundRequest,
  headers: Readonly<Record<string, string>>,
): OutboundRequest => ({ ...request, headers: { ...request.headers, ...headers } })

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new OutboundError('bad_url', 'The address is not a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('bad_url', 'The address must begin with http:// or https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('bad_url', 'The address must not carry a user name or a password')
  }
  return url
}
