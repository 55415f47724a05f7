import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hasCode } from '../has-code.ts'

const SQLITE_BUSY = 5

/** Another running process owns this data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
}

/**
 * Makes this process the only owner of the folder until the returned function is called.
 *
 * The lock is a file lock of the operating system, which Node offers portably only through `node:sqlite`. It
 * is released when the process exits for any reason, so that there are no stale locks. The process id in the
 * file is used only for the error message.
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

// Every user who can read the file can lock it. An existing file is not opened: closing it would release the
// lock that this process may already hold.
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
    // The owner holds the lock but has not yet written its process id.
    return 'another process'
  }
}
