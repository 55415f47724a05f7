import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../environment.ts'
import { measureInTurns } from '../measure.ts'
import { post, withKey } from '../requests.ts'
import { exactly, type SuiteResult } from '../results.ts'
import { startGateway } from '../system/gateway.ts'
import { residentMb } from '../system/proc.ts'

// The thread that reads manifests ends ten seconds after its last one.
const SETTLE_MS = 20_000
const LOAD_MINUTES = 10
const STEPS = 10

/** Resident memory of a gateway of its own: at rest, and along ten minutes of full load. */
export async function benchMemory({ databases, isQuick, plan }: Environment): Promise<SuiteResult> {
  const databaseUrl = await databases.create('bench_memory')
  const gateway = await startGateway({ databaseUrl, dataDir: `${databases.folder}/memory` })
  try {
    await delay(SETTLE_MS)
    const atRest = residentMb(gateway.pid)
    if (atRest === undefined)
      return { title: 'Memory', notes: ['Not measured: there is no /proc here.'] }
    if (isQuick) return { title: 'Memory', figures: { memoryAtRest: exactly(atRest) } }

    const headers = withKey(await gateway.createKey('bench', 'default'))
    const tool = (name: string, input: unknown) => ({
      pid: gateway.pid,
      connections: 32,
      request: post(`${gateway.url}/v1/tools/${name}`, input, { headers }),
    })
    const steps: number[] = []
    for (let step = 0; step < STEPS; step++) {
      await measureInTurns(
        {
          push: tool('push_context', { key: 'key {n}', value: { n: 1 } }),
          get: tool('get_context', { keys: ['key {n}'] }),
        },
        { ...plan, rounds: 1, seconds: (LOAD_MINUTES * 60) / STEPS / 2 },
      )
      steps.push(residentMb(gateway.pid) ?? 0)
    }
    return {
      title: 'Memory',
      figures: { memoryAtRest: exactly(atRest), memoryLoaded: exactly(Math.max(...steps)) },
      tables: [
        {
          title: 'Resident megabytes along ten minutes of full load',
          head: ['minute', 'MB'],
          rows: [
            [0, atRest],
            ...steps.map((mb, step) => [((step + 1) * LOAD_MINUTES) / STEPS, mb]),
          ],
        },
      ],
    }
  } finally {
    await gateway.stop()
  }
}
