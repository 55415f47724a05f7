import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from '../binaries.ts'
import { readPostmasterFile } from '../data/postmaster-file.ts'
import { type GuardedProcess, type RunAs, startGuarded } from './guarded-process.ts'
import { shutDown } from './shut-down.ts'

type Options = {
  binaries: Binaries
  runAs: RunAs
  settings: Record<string, string>
  log: (line: string) => void
  pickPort?: () => Promise<number>
}

type Server = { process: GuardedProcess; port: number }

const POLL_MS = 10
const START_SECONDS = 120
const RETRY_SECONDS = 10
const PORT_TAKEN = 'could not create any TCP/IP sockets'
const BACKENDS_REMAIN = 'pre-existing shared memory block'

/** Starts the server on a free port and waits until it accepts connections. */
export async function launchServer(data: string, options: Options): Promise<Server> {
  const giveUp = Date.now() + RETRY_SECONDS * 1000
  for (;;) {
    const port = await (options.pickPort ?? freePort)()
    const server = start(data, port, options)
    if (await becomesReady(data, server, options.binaries)) return { process: server, port }

    const output = server.lastLines()
    // Another process took the port first, or the backends of a killed server have not exited yet.
    const passing = output.includes(PORT_TAKEN) || output.includes(BACKENDS_REMAIN)
    if (!passing || Date.now() > giveUp) {
      const { how } = await server.ended
      throw new Error(`PostgreSQL in ${data} ${how}:\n${output}`)
    }
    await delay(POLL_MS)
  }
}

function start(data: string, port: number, { binaries, runAs, settings, log }: Options) {
  const all = {
    ...settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return startGuarded(binaries.postgres, ['-D', data, ...flags], { runAs, log })
}

async function becomesReady(data: string, server: GuardedProcess, binaries: Binaries) {
  let over = false
  server.ended.then(() => {
    over = true
  })
  const giveUp = Date.now() + START_SECONDS * 1000
  while (!over) {
    const postmaster = await readPostmasterFile(data)
    if (postmaster?.pid === server.pid && postmaster.status === 'ready') return true
    if (Date.now() > giveUp) await shutDown(server.pid, server.ended, binaries)
    await delay(POLL_MS)
  }
  return false
}

export function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
