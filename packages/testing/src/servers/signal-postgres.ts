import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Sends a signal to an embedded PostgreSQL and all its processes: SIGSTOP suspends it. */
export async function signalPostgres(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of processesBelow(await postmasterPid(dataDir))) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended in the meantime.
    }
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  for (const entry of ['.', ...(await readdir(dataDir))]) {
    const file = join(dataDir, entry, 'postmaster.pid')
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) return Number(text.split('\n')[0])
  }
  throw new Error('PostgreSQL has written no postmaster.pid')
}

function processesBelow(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid)
  return [pid, ...children]
}

function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
