import { existsSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { send } from './send.ts'

const EVERY_MS = 100
const HEALTH = {
  operation: 'healthz',
  method: 'GET',
  path: '/healthz',
  headers: {},
  body: undefined,
}

export type Observed = {
  /** The longest time in which the process answered nothing, in milliseconds. */
  readonly longestBlockMs: number
  readonly p99Ms: number
  /** Resident memory in megabytes: the median of the second and of the last quarter of the run. */
  readonly memoryEarlyMb: number
  readonly memoryLateMb: number
}

/**
 * Asks `/healthz`, which needs no database, all the time: the answer comes late when the event loop is
 * blocked. Also reads the memory of the process.
 */
export function watchProcess(url: string, pid: number): { stop(): Promise<Observed> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const delays: number[] = []
  const memory: number[] = []
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      const reply = await send(url, agent, HEALTH).catch(() => undefined)
      if (reply !== undefined) delays.push(reply.milliseconds)
      const resident = residentMb(pid)
      if (resident !== undefined) memory.push(resident)
      await new Promise((done) => setTimeout(done, EVERY_MS))
    }
  })()
  return {
    async stop() {
      isStopped = true
      await watching
      agent.destroy()
      const sorted = delays.toSorted((a, b) => a - b)
      const quarter = Math.floor(memory.length / 4)
      return {
        longestBlockMs: Math.round(sorted.at(-1) ?? 0),
        p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
        memoryEarlyMb: median(memory.slice(quarter, 2 * quarter)),
        memoryLateMb: median(memory.slice(3 * quarter)),
      }
    },
  }
}

const median = (values: number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)

/** Undefined if the process has exited. */
function residentMb(pid: number): number | undefined {
  const file = `/proc/${pid}/statm`
  if (!existsSync(file)) return undefined
  const [, pages] = readFileSync(file, 'utf8').split(' ')
  return (Number(pages) * 4096) / 1024 / 1024
}
