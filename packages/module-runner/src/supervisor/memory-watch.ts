import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

const INTERVAL_MS = 100
const PAGE_BYTES = 4096

type Watched = {
  /** Undefined while the runner is still being started. */
  readonly pid: () => number | undefined
  readonly limit: number
  readonly onExceeded: () => void
}

const watched = new Set<Watched>()
let timer: NodeJS.Timeout | undefined

/**
 * Polls the resident memory of a runner from outside: V8's heap limit does not count buffers, and a
 * process in an endless loop cannot check itself. Returns a function that stops the polling.
 */
export function watchMemory(entry: Watched): () => void {
  watched.add(entry)
  timer ??= setInterval(checkAll, INTERVAL_MS).unref()
  return () => {
    watched.delete(entry)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function checkAll(): void {
  for (const entry of watched) {
    const pid = entry.pid()
    if (pid === undefined) continue
    readMemory(pid, (bytes) => {
      if (bytes > entry.limit && watched.has(entry)) entry.onExceeded()
    })
  }
}

function readMemory(pid: number, done: (bytes: number) => void): void {
  if (process.platform === 'linux') {
    try {
      const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
      done(Number(pages) * PAGE_BYTES)
    } catch {
      // The process has exited.
    }
  } else if (process.platform !== 'win32') {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, text) => {
      if (error === null) done(Number(text) * 1024)
    })
  }
}
