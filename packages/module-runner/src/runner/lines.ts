import type { Duplex } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Messages over a pipe: a line each, since JSON text has no line break in it. */
export function sendLine(pipe: Duplex, message: unknown): void {
  if (pipe.writable) pipe.write(`${JSON.stringify(message)}\n`)
}

type Handlers = {
  onLine: (line: string) => void
  /** So many characters have come without an end. */
  onTooLong?: () => void
  longest?: number
}

export function onLines(
  pipe: Duplex,
  { onLine, onTooLong, longest = Number.POSITIVE_INFINITY }: Handlers,
): void {
  const decoder = new StringDecoder('utf8')
  // In parts, since adding to one text again and again would copy a long line as often.
  let parts: string[] = []
  let length = 0
  pipe.on('data', (chunk: Buffer) => {
    const [first = '', ...rest] = decoder.write(chunk).split('\n')
    parts.push(first)
    length += first.length
    for (const next of rest) {
      const line = parts.join('')
      parts = [next]
      length = next.length
      onLine(line)
    }
    if (length > longest) onTooLong?.()
  })
}
