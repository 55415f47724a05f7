import { Agent, buildConnector } from 'undici'
import { checkLiteral, guardedLookup } from './guarded-lookup.ts'
import type { OutboundOptions } from './outbound.ts'

type Options = Required<Omit<OutboundOptions, 'trace'>>

/** Connections that are made only to addresses that `allow` permits. */
export function openGuardedAgent({ allow, lookup, connections }: Options): Agent {
  const connector = buildConnector({ timeout: 10_000, lookup: guardedLookup(allow, lookup) })
  return new Agent({
    connect: (options, done) => {
      const refused = checkLiteral(options.hostname, allow)
      if (refused === undefined) connector(options, done)
      else done(refused, null)
    },
    connections,
    // Shorter than the keep-alive of common servers, which may otherwise close a connection in use.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    maxHeaderSize: 32 * 1024,
  })
}
