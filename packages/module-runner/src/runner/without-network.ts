import { registerHooks } from 'node:module'

const NETWORK = /^node:(net|tls|http|https|http2|dgram|dns|inspector|quic)(\/|$)/

/**
 * Takes away what opens connections, so that a module which calls addresses does so through the
 * guarded client, or says in its manifest that it wants more. This stops mistakes and libraries;
 * code that means harm is kept in by the process around it.
 */
export function withoutNetwork(guarded: typeof fetch): void {
  const refuse = (name: string): never => {
    throw new Error(
      `'${name}' opens connections. Use fetch, or add "network" to the permissions of the manifest`,
    )
  }
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      return NETWORK.test(found.url) ? refuse(specifier) : found
    },
  })
  const builtin = process.getBuiltinModule
  process.getBuiltinModule = ((id: string) =>
    NETWORK.test(`node:${id.replace(/^node:/, '')}`) ? refuse(id) : builtin(id)) as typeof builtin
  globalThis.fetch = guarded
  for (const name of ['WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)
}
