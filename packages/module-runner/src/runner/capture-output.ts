type Output = Pick<NodeJS.WriteStream, 'write'>

/** Passes on every line that is written to a stream of the process; the stream itself gets nothing. */
export function captureOutput(stream: Output, onLine: (line: string) => void): void {
  const write = (chunk: string | Uint8Array, ...more: unknown[]): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    for (const line of text.split('\n')) if (line !== '') onLine(line)
    const onWritten = more.find((argument) => typeof argument === 'function')
    if (onWritten !== undefined) process.nextTick(onWritten)
    return true
  }
  stream.write = write
}
