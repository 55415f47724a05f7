import nodeModule, { registerHooks, syncBuiltinESMExports } from 'node:module'
import { Server, Socket } from 'node:net'

const NETWORK = /^node:(net|tls|http|https|http2|dgram|dns|inspector|quic)(\/|$)/

/**
 * Blocks Node's network modules, so that a module reaches addresses through the guarded `fetch` or
 * declares the permission `network`. The operating system's network namespace is the real barrier;
 * this one gives a clear error, and is all there is where namespaces are not available.
 */
export function blockNetwork(channel: Socket, guarded: typeof fetch): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      return NETWORK.test(found.url) ? refuse(specifier) : found
    },
  })
  // A later hook would run before this one and could skip it.
  lock(nodeModule, 'registerHooks', () => refuse('module.registerHooks'))
  lock(nodeModule, 'register', () => refuse('module.register'))
  syncBuiltinESMExports()

  const builtin = process.getBuiltinModule
  const getBuiltinModule = (id: string) =>
    NETWORK.test(`node:${id.replace(/^node:/, '')}`) ? refuse(id) : builtin(id)
  lock(process, 'getBuiltinModule', getBuiltinModule)
  lock(globalThis, 'fetch', guarded)
  for (const name of ['WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)

  // `channel` is a Socket on a pipe handle; both constructors can be reached through a live handle.
  lock(Socket.prototype, 'connect', () => refuse('connect'))
  lock(Server.prototype, 'listen', () => refuse('listen'))
  const { _handle: handle } = channel as unknown as { _handle: object }
  for (const name of ['connect', 'bind', 'listen', 'open']) {
    lock(Object.getPrototypeOf(handle), name, () => refuse(name))
  }
}

const lock = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, writable: false, configurable: false })
}

function refuse(name: string): never {
  throw new Error(
    `'${name}' opens connections. Use fetch, or add "network" to the permissions of the manifest`,
  )
}
