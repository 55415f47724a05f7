import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@quartermaster/toolkit'
import type { Config } from '../config.ts'
import { rootKeyFault } from '../secrets/root-key-fault.ts'

export type RootKey = { readonly key: string; readonly isNew: boolean }

/** The operator's key: `QM_ROOT_KEY`, else the key that the first start generated. */
export async function readRootKey({
  rootKey,
  dataDir,
}: Pick<Config, 'rootKey' | 'dataDir'>): Promise<RootKey> {
  if (rootKey !== undefined) return { key: rootKey, isNew: false }
  const file = join(dataDir, 'root-key')
  try {
    const stored = (await readFile(file, 'utf8').catch(emptyIfMissing)).trim()
    if (stored !== '') return { key: checked(stored, file), isNew: false }

    const key = `qm_root_${randomBytes(32).toString('base64url')}`
    await writeFile(file, `${key}\n`, { mode: 0o600 })
    return { key, isNew: true }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`QM_DATA_DIR: ${file} cannot be used (${code})`)
  }
}

/** A key that the operator has written into the file. A public address needs `QM_ROOT_KEY`. */
function checked(key: string, file: string): string {
  const fault = rootKeyFault(key, false)
  if (fault === undefined) return key
  throw new ConfigError(`QM_DATA_DIR: the key in ${file} ${fault}`)
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}
