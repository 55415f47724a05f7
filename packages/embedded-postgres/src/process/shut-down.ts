import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from '../binaries.ts'
import { hasCode } from '../has-code.ts'

const FAST_SHUTDOWN_SECONDS = 30

/** Ends a server by a fast shutdown, or at once if that takes too long; waits until it is gone. */
export async function shutDown(pid: number, gone: Promise<unknown>, binaries: Binaries) {
  await signal(pid, 'INT', binaries)
  const patience = new AbortController()
  const impatience = delay(FAST_SHUTDOWN_SECONDS * 1000, 'late', { signal: patience.signal }).catch(
    () => 'stopped waiting',
  )
  const outcome = await Promise.race([gone.then(() => 'gone'), impatience])
  patience.abort()
  if (outcome === 'late') await signal(pid, 'QUIT', binaries)
  await gone
}

/** A process that has already ended is as good as told. */
export async function signal(pid: number, name: 'INT' | 'QUIT', { pgCtl }: Binaries) {
  // Node's signals end a process on Windows; PostgreSQL has its own there.
  if (process.platform === 'win32') {
    await promisify(execFile)(pgCtl, ['kill', name, String(pid)])
    return
  }
  try {
    process.kill(pid, `SIG${name}`)
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}
