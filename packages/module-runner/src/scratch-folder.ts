import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

const OWNER_FILE = '.owner'

/**
 * Creates a folder for the temporary files of this process, and removes those that processes of
 * this machine left behind when they were killed. The owner is written to a file, not into the
 * name: modules see their own path and must not learn the gateway's pid from it.
 */
export function openScratchFolder(parent: string, prefix: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && isLeftover(join(parent, name))) remove(join(parent, name))
  }
  const folder = mkdtempSync(join(parent, prefix))
  writeFileSync(join(folder, OWNER_FILE), JSON.stringify(ownerOf(process.pid)))
  return folder
}

type Owner = { host: string; pid: number; startedAt: string }

const ownerOf = (pid: number): Owner => ({ host: hostname(), pid, startedAt: startOf(pid) })

function isLeftover(folder: string): boolean {
  let owner: Owner
  try {
    owner = JSON.parse(readFileSync(join(folder, OWNER_FILE), 'utf8'))
  } catch {
    // Another process may be creating it right now.
    return false
  }
  if (owner.host !== hostname()) return false
  return !isAlive(owner.pid) || owner.startedAt !== startOf(owner.pid)
}

/** A process of another user counts as alive. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Tells a process from a later one with the same pid, as in a restarted container; Linux only. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command, in parentheses, may contain spaces; the start time is the 22nd field.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // A module can create folders that even their owner cannot empty.
  }
}
