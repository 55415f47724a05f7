import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../apps/gateway/main.js', import.meta.url))

export const ROOT_KEY = 'proof-Zk3vQ8rT5yW2nL7pX9dF4hJ6'

/** The same for all processes of a database. */
const ENCRYPTION_KEY = createHash('sha256').update(ROOT_KEY).digest('hex')

type Variables = Readonly<Record<string, string>>

/** A process of Quartermaster as `pnpm start` runs it. */
export type Gateway = {
  readonly url: string
  readonly pid: number
  /**
   * Resolves with the output of the process when it exits although neither `stop` nor `kill` was
   * called.
   */
  readonly exitedByItself: Promise<string>
  hasExitedByItself(): boolean
  output(): string
  /** SIGTERM: the process finishes its calls. */
  stop(): Promise<void>
  kill(): Promise<void>
}

/**
 * Starts a gateway, or a worker with `QM_ROLE=worker`, and waits until it says that it runs. `main` is the
 * program, by default that of this version.
 */
export async function startGateway(variables: Variables, main = MAIN): Promise<Gateway> {
  const port = Number(variables.PORT ?? (await freePort()))
  // biome-ignore lint/style/noProcessEnv: a program needs its PATH.
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [main], {
    env: {
      PATH,
      HOME,
      QM_ROOT_KEY: ROOT_KEY,
      QM_ENCRYPTION_KEY: ENCRYPTION_KEY,
      QM_OUTBOUND_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...variables,
      PORT: String(port),
    },
  })
  const output = collectOutput(child)
  const exit = once(child, 'exit')
  let isEnding = false
  const end = async (signal: NodeJS.Signals) => {
    isEnding = true
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exit
  }
  const exitedByItself = exit.then(() =>
    isEnding ? new Promise<never>(() => {}) : output.text().slice(-2000),
  )
  let isGone = false
  exitedByItself.then(() => {
    isGone = true
  })
  await Promise.race([
    output.said(/listening on|delivery worker is running/),
    exitedByItself.then((text) => Promise.reject(new Error(`The gateway ended: ${text}`))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    exitedByItself,
    hasExitedByItself: () => isGone,
    output: output.text,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

const MAX_OUTPUT = 200_000

function collectOutput(child: ChildProcess) {
  let text = ''
  const listeners = new Set<() => void>()
  const collect = (chunk: Buffer) => {
    text = (text + chunk).slice(-MAX_OUTPUT)
    for (const listener of listeners) listener()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return {
    text: () => text,
    said: (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!pattern.test(text)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
  }
}

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      )
    })
  })
