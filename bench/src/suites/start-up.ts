import type { Environment } from '../environment.ts'
import { spreadOf } from '../measure.ts'
import { exactly, type SuiteResult } from '../results.ts'
import { startGateway } from '../system/gateway.ts'

const STARTS = 3

/** How long a user waits for a gateway whose data is already there. */
export async function benchStartUp({ databases, isQuick }: Environment): Promise<SuiteResult> {
  const databaseUrl = await databases.create('bench_start')
  const seconds = async (env: Record<string, string>) => {
    const started = performance.now()
    const gateway = await startGateway({ databaseUrl, dataDir: `${databases.folder}/start`, env })
    const took = (performance.now() - started) / 1000
    await gateway.stop()
    return took
  }
  await seconds({})
  const external: number[] = []
  for (let start = 0; start < STARTS; start++) external.push(await seconds({}))
  if (isQuick) return { title: 'Start-up', figures: { startReady: spreadOf(external) } }

  await seconds({ DATABASE_URL: '' })
  const embedded: number[] = []
  for (let start = 0; start < STARTS; start++) embedded.push(await seconds({ DATABASE_URL: '' }))
  return {
    title: 'Start-up',
    figures: { startReady: spreadOf(external), startSecond: exactly(spreadOf(embedded).median) },
  }
}
