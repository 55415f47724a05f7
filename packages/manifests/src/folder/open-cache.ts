import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = 'quartermaster-tools-'

/** A new folder for the copies of this process; those of processes that died are removed. */
export async function openCache(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid === undefined || isAlive(Number(pid))) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
}

/** Where processes of another user cannot be told from none, their copies are left alone. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
