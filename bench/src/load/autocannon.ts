import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Load, LoadRequest, LoadResult } from './request.ts'

const run = promisify(execFile)
const PROCESS = fileURLToPath(new URL('./autocannon-process.ts', import.meta.url))

export type RatedResult = LoadResult & { readonly p95Ms: number }

/** Load by autocannon in a process of its own; `rate` holds the requests per second below saturation. */
export async function loadByAutocannon(
  request: LoadRequest,
  load: Load & { readonly rate?: number },
): Promise<RatedResult> {
  const { stdout } = await run(process.execPath, [PROCESS, JSON.stringify({ request, load })], {
    maxBuffer: 1 << 24,
  })
  return JSON.parse(stdout) as RatedResult
}
