import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, type VaultKey, vaultKey } from '@quartermaster/toolkit'
import type { Config } from '../config.ts'
import { encryptionKeyFault } from './encryption-key-fault.ts'
import { KEY_BYTES, parseKey } from './parse-key.ts'

export type VaultKeys = {
  readonly current: VaultKey
  readonly others: readonly VaultKey[]
  /** The source of the current key, for messages. */
  readonly source: string
  readonly isGenerated: boolean
}

/** The keys of `QM_ENCRYPTION_KEY`, or the key that the first start creates in the data folder. */
export async function readKeys({
  encryptionKey,
  previousEncryptionKeys = [],
  dataDir,
}: Pick<Config, 'encryptionKey' | 'previousEncryptionKeys' | 'dataDir'>): Promise<VaultKeys> {
  const others = previousEncryptionKeys.map(vaultKey)
  if (encryptionKey !== undefined) {
    const current = vaultKey(encryptionKey)
    return { current, others, source: 'QM_ENCRYPTION_KEY', isGenerated: false }
  }
  const file = join(dataDir, 'encryption-key')
  try {
    const text = (await readFile(file, 'utf8').catch(() => undefined)) ?? (await createKey(file))
    const bytes = parseKey(text.trim())
    if (bytes === undefined) throw new ConfigError(`QM_DATA_DIR: ${file} is not a valid key`)
    const fault = encryptionKeyFault(text.trim(), bytes)
    if (fault !== undefined) throw new ConfigError(`QM_DATA_DIR: the key in ${file} ${fault}`)
    return { current: vaultKey(bytes), others, source: file, isGenerated: true }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`QM_DATA_DIR: ${file} cannot be used (${code})`)
  }
}

/** Creates the file atomically, because several processes may start at the same time. */
async function createKey(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}
