import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ToolError } from '@quartermaster/toolkit'

export type UploadLimits = {
  readonly maxBytes: number
  /** Required on average once `graceMs` have passed. */
  readonly minBytesPerSecond: number
  readonly graceMs: number
}

export const UPLOAD_LIMITS: UploadLimits = {
  maxBytes: 512 * 1024 * 1024,
  minBytesPerSecond: 4096,
  graceMs: 10_000,
}

export type Upload = {
  readonly read: () => Readable
  readonly dispose: () => Promise<void>
}

/**
 * Receives a whole body into a temporary file, so that no transaction is open while a client sends.
 * The file is unlinked as soon as it is open, so it disappears with the process, however that ends.
 */
export async function receiveUpload(body: Readable, limits = UPLOAD_LIMITS): Promise<Upload> {
  // The client may disconnect before `writeBody` listens for errors; `writeBody` then rejects with the error.
  body.on('error', () => {})
  const path = join(tmpdir(), `quartermaster-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  try {
    await writeBody(body, (chunk) => file.write(chunk), limits)
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    dispose: () => file.close(),
  }
}

// The rest of the body is not read, so the connection cannot be reused.
const headers = { connection: 'close' }

async function writeBody(
  body: Readable,
  write: (chunk: Buffer) => Promise<unknown>,
  { maxBytes, minBytesPerSecond, graceMs }: UploadLimits,
): Promise<void> {
  const begin = performance.now()
  let bytes = 0
  let failPending: (error: ToolError) => void = () => {}
  const timer = setInterval(
    () => {
      const ms = performance.now() - begin
      if (ms < graceMs || bytes >= (ms / 1000) * minBytesPerSecond) return
      failPending(tooSlow(minBytesPerSecond))
    },
    Math.min(1000, graceMs),
  )
  // Destroying the body would destroy the socket before the answer is sent.
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false })
  const nextChunk = () =>
    new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      failPending = reject
      chunks.next().then(resolve, reject)
    })
  try {
    for (let next = await nextChunk(); !next.done; next = await nextChunk()) {
      bytes += next.value.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      await write(next.value)
    }
  } finally {
    clearInterval(timer)
  }
}

const tooSlow = (minBytesPerSecond: number): ToolError =>
  new ToolError(
    'deadline_exceeded',
    `The upload was too slow: less than ${minBytesPerSecond} bytes per second.`,
    {
      suggestion: 'Send the file again over a faster connection; nothing was imported.',
      headers,
    },
  )

const tooLarge = (maxBytes: number): ToolError =>
  new ToolError('too_large', `The CSV has more than ${maxBytes} bytes.`, {
    suggestion: 'Split the file and send the parts one after another.',
    headers,
  })
