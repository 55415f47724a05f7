let lastTime = Number.NaN
let lastText = ''

/** A time for PostgreSQL. Most times of a batch are the same millisecond, so that the last text is kept. */
export function timeText(time: Date): string {
  if (time.getTime() !== lastTime) {
    lastTime = time.getTime()
    lastText = time.toISOString()
  }
  return lastText
}
