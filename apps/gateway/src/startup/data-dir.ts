import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from '@quartermaster/toolkit'

/** Creates the data folder, or throws the reason why it cannot be used. */
export async function createDataDir(dataDir: string): Promise<void> {
  try {
    await createFolder(dataDir)
    await access(dataDir, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOSPC' ? 'the disk is full' : code
    throw new ConfigError(`QM_DATA_DIR: ${dataDir} cannot be used (${reason})`)
  }
}

// Not `mkdir` with `recursive`: in a folder where nothing can be created, such as /proc, it never
// returns.
async function createFolder(path: string): Promise<void> {
  const folder = await stat(path).catch(() => undefined)
  if (folder?.isDirectory()) return
  const parent = dirname(path)
  if (parent !== path) await createFolder(parent)
  await mkdir(path, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    // Another process may have created it at the same time.
    if (error.code !== 'EEXIST' || folder !== undefined) throw error
  })
}
