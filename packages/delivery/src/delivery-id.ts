import { randomBytes } from 'node:crypto'

/** A UUID of version 7: the time first, so that ids sort and index by it. */
export function makeId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Math.max(now.getTime(), 0), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return toText(bytes)
}

/** The least id of a moment. */
export function firstId(moment: Date): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(moment.getTime(), 0), 0, 6)
  return toText(bytes)
}

export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const toText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
