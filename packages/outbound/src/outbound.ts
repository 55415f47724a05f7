import { Agent, buildConnector } from 'undici'
import type { AllowList } from './address.ts'
import { checkLiteral, guardedLookup, type Lookup, lookupAll } from './guarded-lookup.ts'
import { OutboundError } from './outbound-error.ts'
import { type Answer, send } from './send.ts'

export type OutboundRequest = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** From now until the last byte of the answer. */
  readonly timeoutMs: number
  /** What is kept of the answer; the connection is closed at the first byte beyond it. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
  /** Asked at the very moment of writing to the connection; what it throws ends the request. */
  readonly beforeWrite?: () => void
}

export type Outbound = {
  /** The answer of whatever status, redirects too; an OutboundError where there is none. */
  request(url: string, request: OutboundRequest): Promise<Answer>
  close(): Promise<void>
}

type Options = {
  /** `any` is for addresses that the operator has set, never for a user's. */
  allow: AllowList | 'any'
  lookup?: Lookup
  /** Connections to one host at a time. */
  connections?: number
}

/**
 * The one client for addresses that somebody gave us. An address is checked when the connection
 * is made, so that a name cannot mean one thing when checked and another when called. No redirect
 * is followed, and no proxy of the environment is used.
 */
export function openOutbound({ allow, lookup = lookupAll, connections = 64 }: Options): Outbound {
  const connector = buildConnector({ timeout: 10_000, lookup: guardedLookup(allow, lookup) })
  const agent = new Agent({
    connect: (options, done) => {
      const refused = checkLiteral(options.hostname, allow)
      if (refused === undefined) connector(options, done)
      else done(refused, null)
    },
    connections,
    // Shorter than servers keep theirs, so that none is closed in the moment of its use.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    maxHeaderSize: 32 * 1024,
  })
  const request = (url: string, options: OutboundRequest) => send(agent, readUrl(url), options)
  return { request, close: () => agent.destroy() }
}

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
