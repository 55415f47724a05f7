import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from '../binaries.ts'
import { hasCode } from '../has-code.ts'

const FAST_SHUTDOWN_SECONDS = 30

/** Stops a server with a fast shutdown, or with SIGQUIT if that takes too long, and waits for its exit. */
export async function shutDown(pid: number, exited: Promise<unknown>, binaries: Binaries) {
  await signal(pid, 'INT', binaries)
  const waiting = new AbortController()
  const timeout = delay(FAST_SHUTDOWN_SECONDS * 1000, 'late', { signal: waiting.signal }).catch(
    () => 'stopped waiting',
  )
  const outcome = await Promise.race([exited.then(() => 'exited'), timeout])
  waiting.abort()
  if (outcome === 'late') await signal(pid, 'QUIT', binaries)
  await exited
}

/** Signals a process; one that has already exited is ignored. */
export async function signal(pid: number, name: 'INT' | 'QUIT', { pgCtl }: Binaries) {
  // On Windows a signal from Node kills the process; `pg_ctl` uses PostgreSQL's own signals.
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
