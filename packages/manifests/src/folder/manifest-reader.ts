import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { parseJson } from '@quartermaster/toolkit'
import { BrokenFolder, tookTooLong } from '../manifest/folder-problem.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { MANIFEST } from '../manifest/read-manifest.ts'
import type { ReadAnswer, ReadRequest } from './read-manifest-worker.ts'

export type ManifestReader = {
  /** Throws BrokenFolder with all faults. */
  read(request: ReadRequest): Promise<Manifest>
  close(): Promise<void>
}

const WORKER = new URL('./read-manifest-worker.ts', import.meta.url)
const TIMEOUT_MS = 5000
const IDLE_MS = 10_000

/** Reads manifests one at a time on a worker thread, which is stopped when idle. */
export function openManifestReader(): ManifestReader {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const stop = async () => {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  const readNow = async (request: ReadRequest): Promise<Manifest> => {
    clearTimeout(idle)
    worker ??= new Worker(WORKER, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 128 } })
    try {
      const answered = once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })
      worker.postMessage(request)
      const [answer] = (await answered) as [ReadAnswer]
      idle = setTimeout(stop, IDLE_MS).unref()
      if ('problems' in answer) throw new BrokenFolder(...answer.problems)
      return parseJson(answer.manifest) as Manifest
    } catch (error) {
      if (error instanceof BrokenFolder) throw error
      await stop()
      throw resourceFault(error) ?? error
    }
  }

  return {
    read(request) {
      const result = turn.then(() => readNow(request))
      turn = result.catch(() => {})
      return result
    },
    close: () => turn.then(stop),
  }
}

function resourceFault(error: unknown): BrokenFolder | undefined {
  const { name, code } = error as { name?: string; code?: string }
  const at = (reason: string) => ({ file: MANIFEST, line: null, reason })
  if (name === 'AbortError') return tookTooLong(at('Reading it takes too long.'))
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return undefined
  return new BrokenFolder(at('Reading it takes too much memory.'))
}
