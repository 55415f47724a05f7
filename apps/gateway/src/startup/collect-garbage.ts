import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

const DELAY_MS = 3000

/**
 * Frees the memory that only startup needed, about 30 MB. The programs start with `--no-memory-reducer`, because
 * the collections of an idle process would also discard optimized code, and calls would take twice as long for
 * the next few seconds.
 */
export function collectGarbageAfterStart(): void {
  setTimeout(() => {
    v8.setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: object) => void
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, DELAY_MS).unref()
}
