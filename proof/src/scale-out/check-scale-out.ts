import { setTimeout as delay } from 'node:timers/promises'
import { call, mustCall } from '../load/call.ts'
import { startLoad } from '../load/run-load.ts'
import { type Verdict, verify } from '../load/verify.ts'
import { prepareWorkload } from '../load/workload.ts'
import { type Cluster, startCluster } from './start-cluster.ts'

export type ScaleOutResult = Verdict & {
  readonly processes: number
  /** From the answer to the revocation until every gateway refuses the key. */
  readonly revokedEverywhereMs: number
  /** From the answer to a change of tools until a listener at every gateway has heard of it. */
  readonly announcedEverywhereMs: number
  /** Calls that all gateways together accept from one agent in a minute in which it may make `RATE_LIMIT`. */
  readonly acceptedByAll: number
  /** Calls during a rolling restart, and how many of them failed. */
  readonly rollingCalls: number
  readonly rollingFailures: number
  readonly broken: readonly string[]
}

const SIZE = 3
const REVOKED_WITHIN_MS = 2000
const ANNOUNCED_WITHIN_MS = 2000
/** More calls than any agent of the other checks makes in a minute. */
export const RATE_LIMIT = 1000
/** Time between two calls of an agent at its limit. */
const PACE_MS = 5

/** Three gateways and three workers: what they share, and what happens when some of them go. */
export async function checkScaleOut(): Promise<ScaleOutResult> {
  await using cleanup = new AsyncDisposableStack()
  const cluster = cleanup.adopt(
    await startCluster(SIZE, { QM_RATE_LIMIT: String(RATE_LIMIT) }),
    (open) => open.stop(),
  )
  const revokedEverywhereMs = await measureRevocation(cluster)
  const announcedEverywhereMs = await measureAnnouncement(cluster)
  const acceptedByAll = await exhaustRateLimit(cluster)
  const rolling = await rollingRestart(cluster)

  const workload = cleanup.adopt(await prepareWorkload(cluster.url), (open) => open.stop())
  const load = startLoad({ workload, urlOf: () => cluster.url })
  await delay(3000)
  await cluster.killWorker(0)
  await delay(1000)
  await cluster.killGateway(0)
  await delay(3000)
  await load.stop()
  const verdict = await verify(cluster.postgres, workload, load.acknowledged)
  const result = {
    ...verdict,
    processes: 2 * SIZE,
    revokedEverywhereMs,
    announcedEverywhereMs,
    acceptedByAll,
    ...rolling,
  }
  const broken: [boolean, string][] = [
    [verdict.lost + verdict.promptsLost > 0, 'something acknowledged is lost'],
    [verdict.doubled + verdict.promptsDoubled > 0, 'something happened twice'],
    [rolling.rollingFailures > 0, `${rolling.rollingFailures} calls failed in a rolling restart`],
    [revokedEverywhereMs > REVOKED_WITHIN_MS, 'a revoked key was accepted for more than 2 s'],
    [
      announcedEverywhereMs > ANNOUNCED_WITHIN_MS,
      'a change of tools was announced more than 2 s late',
    ],
    // Gateways exchange their counts once a second. Each by itself would accept the whole limit.
    [
      acceptedByAll < RATE_LIMIT || acceptedByAll >= 2 * RATE_LIMIT,
      `${acceptedByAll} calls were accepted in a minute, with a limit of ${RATE_LIMIT}`,
    ],
    [load.problems.length > 0, load.problems.slice(0, 3).join('; ')],
    [cluster.exits() > 0, 'a process exited by itself'],
  ]
  return { ...result, broken: broken.filter(([is]) => is).map(([, text]) => text) }
}

async function measureRevocation({ gatewayUrls }: Cluster): Promise<number> {
  const urls = gatewayUrls()
  const [url = ''] = urls
  await mustCall(`${url}/v1/agents`, { name: 'Revoked' })
  const { id, key } = await mustCall(`${url}/v1/agents/Revoked/keys`, {})
  const statusAt = async (gateway: string) =>
    (await call(`${gateway}/v1/tools/list_context`, {}, { key })).status
  for (const gateway of urls) {
    if ((await statusAt(gateway)) !== 200) throw new Error('A new key was refused')
  }
  await mustCall(`${url}/v1/keys/${id}`, undefined, { method: 'DELETE' })
  const revokedAt = performance.now()
  await Promise.all(
    urls.map(async (gateway) => {
      while ((await statusAt(gateway)) !== 401) await delay(5)
    }),
  )
  return performance.now() - revokedAt
}

/** New columns mean new tools: clients that listen on any gateway are told. */
async function measureAnnouncement({ gatewayUrls }: Cluster): Promise<number> {
  const urls = gatewayUrls()
  const [url = ''] = urls
  const stopping = new AbortController()
  const { key } = await mustCall(`${url}/v1/agents`, { name: 'Listener' }).then(() =>
    mustCall(`${url}/v1/agents/Listener/keys`, {}),
  )
  const heard = await Promise.all(urls.map((gateway) => listenForTools(gateway, key, stopping)))
  const stack = await mustCall(`${url}/v1/stacks`, { name: 'Announced' })
  const body = { name: 'Announced', mode: 'auto' }
  const table = await mustCall(`${url}/v1/stacks/${stack.id}/tables`, body)
  const columns = [{ name: 'n', type: 'text' }]
  const began = performance.now()
  await mustCall(`${url}/v1/tables/${table.id}/tools/define_columns`, { columns })
  const limit = new AbortController()
  await Promise.race([
    Promise.all(heard.map((announcement) => announcement())),
    delay(ANNOUNCED_WITHIN_MS * 5, undefined, { signal: limit.signal }).catch(() => {}),
  ])
  limit.abort()
  stopping.abort()
  return performance.now() - began
}

/** Opens an MCP stream; the returned function resolves at the next `tools/list_changed`. */
async function listenForTools(url: string, key: string, stopping: AbortController) {
  const response = await fetch(`${url}/mcp`, {
    headers: { 'x-api-key': key, accept: 'text/event-stream' },
    signal: stopping.signal,
  })
  if (!response.ok || response.body === null) throw new Error(`/mcp answered ${response.status}`)
  const announced = Promise.withResolvers<void>()
  const read = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      if (text.includes('notifications/tools/list_changed')) announced.resolve()
    }
  }
  read(response.body).catch(() => {})
  return () => announced.promise
}

/** An agent calls all gateways until each of them refuses it. Calls are counted by calendar minutes. */
async function exhaustRateLimit({ gatewayUrls }: Cluster): Promise<number> {
  const minute = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const began = minute()
    let accepted = 0
    const untilRefused = async (url: string) => {
      const tool = `${url}/v1/tools/list_context`
      while ((await call(tool, {}, { agent: 'Limited' })).status !== 429) {
        accepted++
        await delay(PACE_MS)
      }
    }
    await Promise.all(gatewayUrls().map(untilRefused))
    if (minute() === began) return accepted
  }
}

async function rollingRestart(cluster: Cluster) {
  let isRestarting = true
  let rollingCalls = 0
  let rollingFailures = 0
  const callers = Array.from({ length: 6 }, async (_, caller) => {
    while (isRestarting) {
      const body = { key: `rolling ${caller}`, value: String(rollingCalls) }
      const answer = await call(`${cluster.url}/v1/tools/push_context`, body, {
        agent: `Rolling ${caller}`,
      }).catch(() => undefined)
      rollingCalls++
      if (answer?.status !== 200) rollingFailures++
      await delay(10)
    }
  })
  for (let index = 0; index < SIZE; index++) await cluster.restartGateway(index)
  isRestarting = false
  await Promise.all(callers)
  return { rollingCalls, rollingFailures }
}
