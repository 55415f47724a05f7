import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'qm_'
const ID_LENGTH = 12
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const KEY = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
)

export type NewKey = {
  readonly id: string
  /** `qm_<id>_<secret><checksum>`: returned once, stored nowhere. */
  readonly key: string
  readonly hash: Buffer
}

export function makeKey(): NewKey {
  const id = Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(62)]).join('')
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
  const body = `${PREFIX}${id}_${secret}`
  const key = body + checksum(body)
  return { id, key, hash: hashKey(key) }
}

/**
 * Parses an agent key without a query. `malformed`: the prefix is missing. `mistyped`: the format or
 * the checksum is wrong, because a character was lost or changed.
 */
export function readKey(text: string): { id: string; hash: Buffer } | 'malformed' | 'mistyped' {
  if (!text.startsWith(PREFIX)) return 'malformed'
  const id = KEY.exec(text)?.[1]
  const body = text.slice(0, -CHECKSUM_LENGTH)
  if (id === undefined || !text.endsWith(checksum(body))) return 'mistyped'
  return { id, hash: hashKey(text) }
}

export const hashKey = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Compares in constant time. */
export const sameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_LENGTH)

function base62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; text.length < length; rest /= 62n) {
    text = `${ALPHABET[Number(rest % 62n)]}${text}`
  }
  return text
}
