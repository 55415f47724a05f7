import { type Database, inTransaction, type Tx } from '@quartermaster/db'
import { secretContext } from '@quartermaster/delivery'
import {
  ConfigError,
  createVault,
  type Log,
  mapSecretTexts,
  SealedByOtherKey,
  secretTexts,
  ToolError,
  type Vault,
} from '@quartermaster/toolkit'
import type { Config } from '../config.ts'
import {
  findCurrentKey,
  hasSealedSecrets,
  listAgentsWithSecrets,
  lockEncryptionKeys,
  replaceDeliverTo,
  saveCurrentKey,
} from '../queries/encryption-keys.ts'
import { createDataDir } from '../startup/data-dir.ts'
import { readKeys, type VaultKeys } from './read-keys.ts'

type Options = {
  db: Database
  config: Pick<Config, 'encryptionKey' | 'previousEncryptionKeys' | 'dataDir'>
  log: Log
}

const TIMEOUT_MS = 60_000

/**
 * Opens the vault with the keys of this process, and seals all secrets of the database that are not
 * sealed with the current key. Throws a ConfigError if the database has secrets sealed with another key.
 */
export async function openVault({ db, config, log }: Options): Promise<Vault> {
  await createDataDir(config.dataDir)
  const keys = await readKeys(config)
  const vault = createVault(keys.current, keys.others)
  const isOurs = await inTransaction(db, TIMEOUT_MS, (trx) => adoptKey(trx, keys))
  if (!isOurs) {
    log.warn(
      { key: keys.current.id },
      'the database belongs to another encryption key; this process stores no secrets. Give all processes the same QM_ENCRYPTION_KEY',
    )
    return lockedVault(vault)
  }
  const resealed = await resealAll(db, vault)
  if (resealed > 0) log.info({ agents: resealed }, 'the secrets of destinations were encrypted')
  return vault
}

/** Whether secrets may be sealed with this process's key. Makes it the database's current key where possible. */
async function adoptKey(trx: Tx, { current, others, source, isGenerated }: VaultKeys) {
  await lockEncryptionKeys(trx)
  const known = await findCurrentKey(trx)
  if (known === current.id) return true
  const isRotation = others.some(({ id }) => id === known)
  if (known === undefined || isRotation) {
    await saveCurrentKey(trx, current.id)
    return true
  }
  if (isGenerated && !(await hasSealedSecrets(trx))) return false
  throw new ConfigError(
    `QM_ENCRYPTION_KEY: the secrets in the database are encrypted with key ${known}, and ${source} is key ${current.id}. Set QM_ENCRYPTION_KEY to the key of the other processes (by default in the file encryption-key of their QM_DATA_DIR), or add that key to QM_ENCRYPTION_KEY_PREVIOUS to replace it.`,
  )
}

/** A vault that still opens secrets but refuses to seal them, because other processes could not open them. */
const lockedVault = (vault: Vault): Vault => ({
  ...vault,
  seal() {
    throw new ToolError(
      'conflict',
      'This gateway cannot store secrets: its encryption key is not the one of the database.',
      { suggestion: 'Ask the operator to give all processes the same QM_ENCRYPTION_KEY.' },
    )
  },
})

const PAGE = 500

async function resealAll(db: Database, vault: Vault): Promise<number> {
  let resealed = 0
  let after: string | undefined
  do {
    const agents = await listAgentsWithSecrets(db, after, PAGE)
    for (const { id, workspace_id, name, deliver_to: from } of agents) {
      if (secretTexts(from).every(vault.isCurrent)) continue
      const to = reseal(vault, from, secretContext(workspace_id, name))
      await replaceDeliverTo(db, id, { from, to })
      resealed++
    }
    after = agents.length === PAGE ? agents.at(-1)?.id : undefined
  } while (after !== undefined)
  return resealed
}

function reseal(vault: Vault, settings: unknown, context: string): unknown {
  try {
    return mapSecretTexts(settings, (text) =>
      vault.isCurrent(text) ? text : vault.seal(vault.open(text, context), context),
    )
  } catch (error) {
    if (!(error instanceof SealedByOtherKey)) throw error
    throw new ConfigError(
      'QM_ENCRYPTION_KEY_PREVIOUS: some secrets are encrypted with a key that is not given. Add it, and start again.',
    )
  }
}
