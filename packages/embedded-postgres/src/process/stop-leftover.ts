import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from '../binaries.ts'
import { disownPostmasterFile, readPostmasterFile } from '../data/postmaster-file.ts'
import { findServerProcesses, isAlive, isServerOf } from './server-processes.ts'
import { shutDown, signal } from './shut-down.ts'

const POLL_MS = 20

/**
 * Ends what an owner who died left in the data folder: a server that still runs or is already
 * stopping, or the backends of one that was killed. Only for the folder's owner, since to anyone
 * else these are somebody's server.
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

  // A backend notices the death of its server only when its query ends.
  for (const pid of await findServerProcesses(data)) {
    log(`Ending the PostgreSQL backend ${pid} that was left running in ${data}`)
    await signal(pid, 'QUIT', binaries)
    await untilGone(data, pid)
  }
}

async function untilGone(data: string, pid: number) {
  while (await isServerOf(data, pid)) await delay(POLL_MS)
}
