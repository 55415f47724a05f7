import { randomBytes } from 'node:crypto'

/** A UUID of version 7, which starts with the time, so that ids sort by it. */
export function createDeliveryId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Math.max(now.getTime(), 0), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return toText(bytes)
}

/** The smallest id that can be created at `time` or later. */
export function firstIdAt(time: Date): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(time.getTime(), 0), 0, 6)
  return toText(bytes)
}

export const isDeliveryId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const toText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
