import { rootKeyFault } from './root-key-fault.ts'

// Of 32 random bytes about 30 are different, and as many of their differences.
const DIFFERENT_BYTES = 16

/** Why a key was certainly not made of random bytes; undefined if it may have been. */
export function encryptionKeyFault(text: string, bytes: Buffer): string | undefined {
  const steps = bytes.map((byte, index) => byte - (bytes[index - 1] ?? 0))
  const isRepetitive = [bytes, steps].some((list) => new Set(list).size < DIFFERENT_BYTES)
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  if (!isRepetitive && !isText && rootKeyFault(text, true) === undefined) return undefined
  return 'is not random, and could be guessed'
}
