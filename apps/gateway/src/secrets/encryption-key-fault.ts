import { rootKeyFault } from './root-key-fault.ts'

// About 30 of 32 random bytes are distinct, and about as many of the steps between neighbouring bytes.
const DIFFERENT_BYTES = 16

/** The message if a key certainly does not consist of random bytes; undefined if it may. */
export function encryptionKeyFault(text: string, bytes: Buffer): string | undefined {
  const steps = bytes.map((byte, index) => byte - (bytes[index - 1] ?? 0))
  const isRepetitive = [bytes, steps].some((list) => new Set(list).size < DIFFERENT_BYTES)
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  if (!isRepetitive && !isText && rootKeyFault(text, true) === undefined) return undefined
  return 'is not random, and could be guessed'
}
