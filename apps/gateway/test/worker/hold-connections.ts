// Loaded into a worker by tests that break it between its claim and its request: connections to the
// port in HOLD_PORT are never made, or only after the process was stopped and continued.
import net from 'node:net'

// biome-ignore lint/style/noProcessEnv: how a test tells a process what to do.
const { HOLD_PORT, HOLD_UNTIL_CONTINUED } = process.env
const connect = net.Socket.prototype.connect as (...args: unknown[]) => net.Socket
let isContinued = false

if (Number(HOLD_PORT) > 0) {
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const [first] = args.flat()
    const isHeld =
      (first as { port?: unknown })?.port !== undefined &&
      Number((first as { port: unknown }).port) === Number(HOLD_PORT)
    if (!isHeld || isContinued) return connect.apply(this, args)
    if (HOLD_UNTIL_CONTINUED) process.once('SIGCONT', () => connect.apply(this, args))
    return this
  } as typeof net.Socket.prototype.connect
  process.once('SIGCONT', () => {
    isContinued = true
  })
}
