import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

const DELAY_MS = 3000

/** Frees the memory that only starting needed, about 25 MB. V8 keeps it while a process is idle. */
export function collectGarbageAfterStart(): void {
  setTimeout(() => {
    v8.setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, DELAY_MS).unref()
}
