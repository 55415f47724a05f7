import type { Duplex } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Writes one message as a line; JSON text contains no line breaks. */
export function sendLine(pipe: Duplex, message: unknown): void {
  if (pipe.writable) pipe.write(`${JSON.stringify(message)}\n`)
}

type Handlers = {
  onLine: (line: string) => void
  /** Called when a line exceeds `longest` characters without ending. */
  onTooLong?: () => void
  longest?: number
}

export function onLines(
  pipe: Duplex,
  { onLine, onTooLong, longest = Number.POSITIVE_INFINITY }: Handlers,
): void {
  const decoder = new StringDecoder('utf8')
  // Collected as parts: appending to one string would copy a long line for every chunk.
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
