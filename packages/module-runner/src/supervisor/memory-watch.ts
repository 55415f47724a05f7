import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

const EVERY_MS = 100
const PAGE = 4096

type Watched = { readonly pid: number; readonly limit: number; readonly onTooMuch: () => void }

const watched = new Set<Watched>()
let timer: NodeJS.Timeout | undefined

/**
 * Looks at the memory of a running call, from outside: V8's own limit knows nothing of buffers,
 * and a process in an endless loop cannot look by itself. Returns what ends the watch.
 */
export function watchMemory(entry: Watched): () => void {
  watched.add(entry)
  timer ??= setInterval(look, EVERY_MS).unref()
  return () => {
    watched.delete(entry)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function look(): void {
  for (const entry of watched) {
    readMemory(entry.pid, (bytes) => {
      if (bytes > entry.limit && watched.has(entry)) entry.onTooMuch()
    })
  }
}

function readMemory(pid: number, done: (bytes: number) => void): void {
  if (process.platform === 'linux') {
    try {
      const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
      done(Number(pages) * PAGE)
    } catch {
      // It has ended in the meantime.
    }
  } else if (process.platform !== 'win32') {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, text) => {
      if (error === null) done(Number(text) * 1024)
    })
  }
}
