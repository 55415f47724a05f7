import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type RootKey = { readonly key: string; readonly isNew: boolean }

/** The operator's key: the configured one, else the one made at the first start. */
export async function rootKey(configured: string | undefined, dataDir: string): Promise<RootKey> {
  if (configured !== undefined) return { key: configured, isNew: false }
  const file = join(dataDir, 'root-key')
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  if (kept.trim() !== '') return { key: kept.trim(), isNew: false }

  const key = `qm_root_${randomBytes(32).toString('base64url')}`
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  await writeFile(file, `${key}\n`, { mode: 0o600 })
  return { key, isNew: true }
}
