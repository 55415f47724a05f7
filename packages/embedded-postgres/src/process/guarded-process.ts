import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'

export type RunAs = { prefix: string[]; uid?: number; gid?: number }

export type GuardedProcess = {
  pid: number
  exited: Promise<void>
  /** Resolves when it and its children have ended and all they wrote has been read. */
  ended: Promise<{ success: boolean; how: string }>
  lastLines(): string
}

type Options = { runAs: RunAs; input?: string; log?: (line: string) => void }

/** The gateway's own environment holds secrets, and settings for other PostgreSQL servers. */
export const ENVIRONMENT =
  process.platform === 'win32'
    ? undefined
    : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

// A watcher is forked off before the shell becomes the program. It waits on a pipe that only this
// process holds: when this process dies, however it dies, the pipe closes and the program is asked
// to stop. A line on the pipe ends the watch. Forked twice, it is no child of PostgreSQL, which
// takes the death of an unknown child for a crash.
const WATCHED = '( ( read -r _ <&3 || kill -INT $$ ) >/dev/null 2>&1 & ); exec "$@" 3<&-'

const KEPT_LINES = 20

/**
 * Starts a program in a session of its own, so that a terminal's Ctrl-C does not reach it, and sees
 * to it that it does not outlive this process. Windows has no watcher: there the next start on the
 * folder stops what was left running.
 */
export function startGuarded(program: string, args: string[], options: Options): GuardedProcess {
  const { runAs, input, log } = options
  const watched = process.platform !== 'win32'
  const watcher = watched ? ['/bin/sh', '-c', WATCHED, 'sh'] : []
  const [command = program, ...rest] = [...watcher, ...runAs.prefix, program, ...args]

  const child = spawn(command, rest, {
    ...userOf(runAs),
    // Another user may not be able to enter the current folder.
    cwd: watched ? '/' : undefined,
    env: ENVIRONMENT,
    detached: watched,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  endWatchWith(child)
  // A program that ends without reading its input tells why by itself.
  child.stdin?.on('error', () => {}).end(input)

  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (lines.length > KEPT_LINES) lines.shift()
      log?.(line)
    })
  }
  return {
    // Not 0 where there is no process: to signal 0 is to signal ourselves.
    pid: child.pid ?? Number.NaN,
    exited: new Promise((resolve) => {
      child.once('exit', () => resolve()).once('error', () => resolve())
    }),
    ended: endOf(child),
    lastLines: () => lines.join('\n'),
  }
}

/** Runs a program to its end, and throws with its last words when that is a bad one. */
export async function runGuarded(program: string, args: string[], options: Options): Promise<void> {
  const child = startGuarded(program, args, options)
  const { success, how } = await child.ended
  if (!success) throw new Error(`${basename(program)} ${how}:\n${child.lastLines()}`)
}

export function userOf({ uid, gid }: RunAs) {
  return uid === undefined ? {} : { uid, gid }
}

function endWatchWith(child: ChildProcess) {
  const pipe = child.stdio[3] as Writable | null
  // The watcher may be gone before the line reaches it.
  pipe?.on('error', () => {})
  child.once('exit', () => pipe?.end('\n'))
}

function endOf(child: ChildProcess): GuardedProcess['ended'] {
  return once(child, 'close').then(
    ([code, signal]) => ({
      success: code === 0,
      how: signal ? `was ended by ${signal}` : `ended with code ${code}`,
    }),
    (error) => ({ success: false, how: `could not be started (${error.message})` }),
  )
}
