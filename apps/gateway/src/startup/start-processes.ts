import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { checkToolsDir } from '../config.ts'
import { createDataDir } from './data-dir.ts'
import { checkPort } from './listen.ts'
import { readRootKey } from './root-key.ts'
import { type Running, type StartOptions, startDatabase } from './start.ts'

/** The message of a gateway process to the first process once it listens. */
export type Listening = { readonly url: string | undefined }

const RESTART_MS = 1000

/**
 * Starts `QM_PROCESSES` gateway processes that share one port. This process answers no calls: it runs the
 * embedded database, distributes connections, and replaces a process that exits unexpectedly.
 */
export async function startProcesses(options: StartOptions): Promise<Running> {
  const { config, log, onProgress, onRootKey } = options
  await using starting = new AsyncDisposableStack()
  await createDataDir(config.dataDir)
  await checkToolsDir(config)
  await checkPort(config)
  onRootKey(await readRootKey(config))

  const databaseUrl = config.databaseUrl ?? (await startDatabase(options, starting))
  let isStopping = false
  const processes = new Map<number, Worker>()
  starting.defer(async () => {
    isStopping = true
    await Promise.all([...processes.values()].map(stopProcess))
  })

  // One process delivers prompts, if `QM_ROLE` asks for it; the others only answer calls.
  const startProcess = async (index: number): Promise<Listening> => {
    const role = index === 0 ? config.role : 'gateway'
    const worker = cluster.fork({ DATABASE_URL: databaseUrl, QM_ROLE: role })
    processes.set(index, worker)
    worker.once('exit', (code, signal) => {
      processes.delete(index)
      if (isStopping || !isComplete) return
      log.error({ code, signal }, 'a gateway process ended by itself and is replaced')
      delay(RESTART_MS).then(() => (isStopping ? undefined : startProcess(index).catch(() => {})))
    })
    const ended = new AbortController()
    worker.once('exit', () => ended.abort())
    const [listening] = await once(worker, 'message', { signal: ended.signal })
    return listening as Listening
  }

  onProgress(`starting ${config.processes} gateway processes`)
  let isComplete = false
  // The first process migrates the database.
  const { url } = await startProcess(0)
  const others = Array.from({ length: config.processes - 1 }, (_, index) => startProcess(index + 1))
  await Promise.all(others)
  isComplete = true
  const running = starting.move()
  return { url, workerUrl: undefined, close: () => running.disposeAsync() }
}

async function stopProcess(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const exited = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await exited
}
