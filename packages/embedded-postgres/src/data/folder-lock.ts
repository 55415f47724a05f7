import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hasCode } from '../has-code.ts'

const SQLITE_BUSY = 5

/** Another process owns this data folder and is alive. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
}

/**
 * Makes this process the folder's only owner until the returned function is called.
 *
 * The lock is the operating system's own file lock, which SQLite is Node's only portable door to.
 * It ends with its process however that dies, so there is no stale lock and no process id to trust:
 * the id that is written down only serves the error message.
 */
export function lockFolder(folder: string): () => void {
  const ownerFile = join(folder, 'owner.pid')
  const lockFile = join(folder, 'owner.lock')
  createPrivate(lockFile)

  let database: DatabaseSync
  try {
    database = openLocked(lockFile)
  } catch (cause) {
    if (!(cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY)) {
      throw new Error(`The data folder ${folder} cannot be locked: ${cause}`, { cause })
    }
    const owner = readPid(ownerFile)
    throw new DataFolderInUse(`The data folder ${folder} is in use by ${owner}.`, { cause })
  }
  writeFileSync(ownerFile, `${process.pid}\n`)

  return () => {
    if (database.isOpen) database.close()
  }
}

function openLocked(file: string) {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = off; begin exclusive')
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

// Whoever can read a file can lock it. An existing file is left alone: closing it after a look
// would end the lock that this very process may hold on it.
function createPrivate(file: string) {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

function readPid(file: string) {
  try {
    return `process ${readFileSync(file, 'utf8').trim()}`
  } catch {
    // The owner has taken the lock and not yet written its id.
    return 'another process'
  }
}
