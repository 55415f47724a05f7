import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from '../binaries.ts'
import { disownPostmasterFile, readPostmasterFile } from '../data/postmaster-file.ts'
import { findServerProcesses, isAlive, isServerOf } from './server-processes.ts'
import { shutDown, signal } from './shut-down.ts'

const POLL_MS = 20

/**
 * Stops the processes that a killed owner left behind: a running or stopping server, or the backends of a
 * killed one. Call it only while holding the folder's lock, because otherwise they belong to another owner.
 */
export async function stopLeftover(
  data: string,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<void> {
  if (!existsSync(data)) return
  const postmaster = await readPostmasterFile(data)
  if (!postmaster) return

  if (await isServerOf(data, postmaster.pid)) {
    log(`Stopping the PostgreSQL server ${postmaster.pid} that was left running in ${data}`)
    await shutDown(postmaster.pid, untilGone(data, postmaster.pid), binaries)
    return
  }
  if (isAlive(postmaster.pid)) await disownPostmasterFile(data)

  // A backend notices that its server was killed only when its query ends.
  for (const pid of await findServerProcesses(data)) {
    log(`Ending the PostgreSQL backend ${pid} that was left running in ${data}`)
    await signal(pid, 'QUIT', binaries)
    await untilGone(data, pid)
  }
}

async function untilGone(data: string, pid: number) {
  while (await isServerOf(data, pid)) await delay(POLL_MS)
}
