import { Agent } from 'node:http'
import {
  createSampleData,
  type Operation,
  operationsOf,
  type Send,
} from '@quartermaster/testing/api'
import { type FuzzRequest, generateRequest, type World } from './generate-request.ts'
import { send } from './send.ts'
import { type Observed, watchProcess } from './watch-process.ts'

/**
 * Settings of a gateway that is fuzzed. It believes `x-forwarded-for`, so that requests come from many
 * addresses and its limits stay as they are. Without a worker, no prompt leaves the machine.
 */
export const FUZZED_GATEWAY = { QM_ROLE: 'gateway', QM_TRUST_PROXY: 'true', LOG_LEVEL: 'error' }

export type FuzzOptions = {
  readonly url: string
  readonly pid: number
  readonly rootKey: string
  readonly seed: number
  readonly requests: number
  readonly connections: number
  /** Sends only this request of the seed, to repeat a failure. */
  readonly only?: number | undefined
  readonly hasExited: () => boolean
  readonly onProgress?: (done: number) => void
}

export type FuzzFailure = {
  readonly index: number
  readonly request: Omit<FuzzRequest, 'headers' | 'body'> & { readonly body: string }
  readonly reason: string
}

export type FuzzSummary = Observed & {
  readonly seed: number
  readonly requests: number
  readonly operations: number
  readonly statuses: Readonly<Record<string, number>>
  readonly failures: readonly FuzzFailure[]
  readonly seconds: number
  readonly passed: boolean
}

// These answers stay open, so a fuzzer cannot wait for their end.
const STREAMS = ['/v1/events']
const PER_WORLD = 500
const MAX_FAILURES = 20
const LONGEST_BLOCK_MS = 5000

/** Sends generated requests to a running gateway and reports everything that must not happen. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzSummary> {
  const { url, pid, rootKey, seed, requests, connections, only } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const rootSend = sendAsRoot(url, rootKey)
  const operations = await findOperations(rootSend)
  const failures: FuzzFailure[] = []
  const statuses: Record<string, number> = {}
  const watch = watchProcess(url, pid)
  const began = performance.now()
  const indexes =
    only === undefined ? Array.from({ length: requests }, (_, index) => index) : [only]

  for (let from = 0; from < indexes.length; from += PER_WORLD) {
    const world = await createWorld(rootSend, from / PER_WORLD)
    const queue = indexes.slice(from, from + PER_WORLD).reverse()
    const work = async () => {
      for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
        if (failures.length >= MAX_FAILURES || options.hasExited()) return
        const request = generateRequest(index, { seed, operations, world, rootKey })
        const reason = await attempt(url, agent, request, statuses)
        if (reason !== undefined) failures.push({ index, request: describe(request), reason })
      }
    }
    await Promise.all(Array.from({ length: connections }, work))
    options.onProgress?.(Math.min(from + PER_WORLD, indexes.length))
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  if (options.hasExited()) failures.push(exited)
  const observed = await watch.stop()
  agent.destroy()
  const passed = failures.length === 0 && isCalm(observed)
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return {
    seed,
    requests: total,
    operations: operations.length,
    statuses,
    failures,
    seconds,
    ...observed,
    passed,
  }
}

/** Whether the event loop was never blocked for long and the memory did not keep growing. */
const isCalm = ({ longestBlockMs, memoryEarlyMb, memoryLateMb }: Observed): boolean =>
  longestBlockMs < LONGEST_BLOCK_MS && memoryLateMb < memoryEarlyMb * 1.5 + 150

const exited: FuzzFailure = {
  index: -1,
  request: { operation: '', method: '', path: '', body: '' },
  reason: 'the gateway exited',
}

/** Why the answer to a request is a fault of the gateway; undefined if it is not. */
async function attempt(
  url: string,
  agent: Agent,
  request: FuzzRequest,
  statuses: Record<string, number>,
): Promise<string | undefined> {
  try {
    const { status, text } = await send(url, agent, request)
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 500 || text.includes('"code":"internal"'))
      return `${status} ${text.slice(0, 500)}`
    if (status >= 400 && status !== 404 && text === '') return `${status} without a body`
    return undefined
  } catch (error) {
    // A body over the limit may be answered before it is sent; the connection is then closed.
    if ((request.body?.length ?? 0) > 1_000_000) return undefined
    return (error as Error).message || String(error)
  }
}

const describe = ({ operation, method, path, body }: FuzzRequest) => ({
  operation,
  method,
  path,
  body: (body ?? '').toString('utf8').slice(0, 2000),
})

async function findOperations(rootSend: ReturnType<typeof sendAsRoot>): Promise<Operation[]> {
  const operations = operationsOf(await rootSend('default')('GET', '/openapi.json'))
  return operations.filter(
    ({ path, method, id }) =>
      !STREAMS.includes(path) &&
      !(path === '/mcp' && method === 'GET') &&
      id !== 'delete_workspace',
  )
}

/** A fresh workspace now and then: requests delete and change what they find. */
async function createWorld(
  rootSend: ReturnType<typeof sendAsRoot>,
  number: number,
): Promise<World> {
  const workspace = `fuzz-${process.pid}-${number}-${Date.now()}`
  await rootSend('default')('POST', '/v1/workspaces', { name: workspace })
  const data = await createSampleData(rootSend(workspace))
  const create = (name: string) =>
    rootSend(workspace)('POST', `/v1/agents/${name}/keys`, {}) as Promise<{ key: string }>
  const { key } = await create(data.agent)
  await rootSend(workspace)('POST', '/v1/agents', { name: 'Bob', denied_tools: ['push_context'] })
  return { workspace, data, keys: [key, (await create('Bob')).key] }
}

const sendAsRoot =
  (url: string, rootKey: string) =>
  (workspace: string): Send =>
  async (method, path, body = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-api-key': rootKey, 'x-workspace': workspace },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }
