import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** A 256-bit key. `id` names it in sealed texts without revealing it. */
export type VaultKey = { readonly id: string; readonly bytes: Buffer }

export type Vault = {
  /** Encrypts a text. It can be opened only with the same `context`, such as the row it belongs to. */
  seal(text: string, context: string): string
  /** Decrypts a sealed text, and returns any other text unchanged. Throws `SealedByOtherKey`. */
  open(text: string, context: string): string
  /** Whether a text was sealed with the current key. */
  isCurrent(text: string): boolean
}

/** The vault does not have the key of a sealed text, or the text was changed. */
export class SealedByOtherKey extends Error {
  override readonly name = 'SealedByOtherKey'
}

const PREFIX = 'sealed.v1.'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The pattern of a sealed text, for the schemas of settings that are stored. */
export const SEALED_PATTERN = '^sealed\\.v1\\.[0-9a-f]{8}\\.[\\w-]+$'

export const isSealed = (text: string): boolean => text.startsWith(PREFIX)

export const vaultKey = (bytes: Buffer): VaultKey => ({
  id: hash('sha256', Buffer.concat([Buffer.from('quartermaster key id '), bytes]), 'hex').slice(
    0,
    8,
  ),
  bytes,
})

/** Seals texts with AES-256-GCM and the `current` key, and opens texts sealed with any of the keys. */
export function createVault(current: VaultKey, others: readonly VaultKey[] = []): Vault {
  const keys = new Map([...others, current].map((key) => [key.id, key.bytes]))
  const head = `${PREFIX}${current.id}.`
  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
      return head + Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(text, context) {
      if (!isSealed(text)) return text
      const [id = '', data = ''] = text.slice(PREFIX.length).split('.')
      const key = keys.get(id)
      if (key === undefined) throw new SealedByOtherKey(`sealed with the unknown key ${id}`)
      try {
        return decrypt(Buffer.from(data, 'base64url'), key, context)
      } catch (error) {
        throw new SealedByOtherKey('changed since it was sealed', { cause: error })
      }
    },
    isCurrent: (text) => text.startsWith(head),
  }
}

function decrypt(data: Buffer, key: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(data.subarray(-TAG_BYTES))
  const text = decipher.update(data.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8')
  return text + decipher.final('utf8')
}
