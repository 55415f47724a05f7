import { call } from '../load/call.ts'

/** The metrics of a process at one time. */
export type Sample = {
  readonly atSeconds: number
  readonly memoryMb: number
  readonly connections: number
  readonly eventLoopLagMs: number
}

/** Reads the metrics of a gateway; undefined while it does not answer. */
export async function takeSample(url: string, began: number): Promise<Sample | undefined> {
  const answer = await call(`${url}/metrics`, undefined, { method: 'GET' }).catch(() => undefined)
  if (answer?.status !== 200) return undefined
  const read = (series: string) => {
    const line = answer.text.split('\n').find((one) => one.startsWith(`${series} `)) ?? ''
    return Number(line.split(' ').at(-1))
  }
  return {
    atSeconds: (performance.now() - began) / 1000,
    memoryMb: read('process_resident_memory_bytes') / 2 ** 20,
    connections:
      read('quartermaster_db_connections{state="busy"}') +
      read('quartermaster_db_connections{state="idle"}'),
    eventLoopLagMs: read('nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}
