import type { Environment } from '../environment.ts'
import { loadByAutocannon } from '../load/autocannon.ts'
import { post, withKey } from '../requests.ts'
import type { SuiteResult } from '../results.ts'

const RATES = [200, 1000]
const CONNECTIONS = 32

/** Latency at a fixed rate below saturation, where throughput says nothing. */
export async function benchFixedRate({
  gateway,
  contenders,
  key,
  plan,
}: Environment): Promise<SuiteResult> {
  const headers = withKey(key)
  const get = { keys: ['key {n}'] }
  const push = { key: 'key {n}', value: { n: 1 } }
  const requests = {
    'Fastify + pg, get': post(`${contenders.fastify.url}/get`, get),
    'Quartermaster get_context': post(`${gateway.url}/v1/tools/get_context`, get, { headers }),
    'Fastify + pg, upsert': post(`${contenders.fastify.url}/push`, push),
    'Quartermaster push_context': post(`${gateway.url}/v1/tools/push_context`, push, { headers }),
  }
  const rows: (string | number)[][] = []
  for (const rate of RATES) {
    for (const [name, request] of Object.entries(requests)) {
      const load = { connections: CONNECTIONS, seconds: plan.seconds * 2, rate }
      const { p50Ms, p95Ms, p99Ms } = await loadByAutocannon(request, load)
      rows.push([name, rate, p50Ms, p95Ms, p99Ms])
    }
  }
  return {
    title: 'Latency at a fixed rate',
    tables: [
      {
        title: `Milliseconds, ${CONNECTIONS} connections`,
        head: ['call', 'calls per second', 'p50', 'p95', 'p99'],
        rows,
      },
    ],
  }
}
