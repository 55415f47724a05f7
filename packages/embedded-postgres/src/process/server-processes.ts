import { execFile } from 'node:child_process'
import { readdir, readlink, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from '../has-code.ts'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** Whether `pid` is a server of this data folder: the system reuses process ids. */
export async function isServerOf(data: string, pid: number): Promise<boolean> {
  switch (process.platform) {
    case 'linux':
      return worksIn(await realpath(data), pid)
    case 'win32':
      return isAlive(pid)
    default:
      return promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).then(
        ({ stdout }) => stdout.includes(data),
        () => false,
      )
  }
}

/** The server and its backends, on systems with /proc. */
export async function findServerProcesses(data: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const folder = await realpath(data)
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const ours = await Promise.all(pids.map((pid) => worksIn(folder, pid)))
  return pids.filter((_, index) => ours[index])
}

// All processes of a server have the data folder as their working directory.
async function worksIn(folder: string, pid: number) {
  try {
    const program = basename(await readlink(`/proc/${pid}/exe`))
    return program.startsWith('postgres') && (await readlink(`/proc/${pid}/cwd`)) === folder
  } catch {
    // The process has exited, or belongs to another user.
    return false
  }
}
