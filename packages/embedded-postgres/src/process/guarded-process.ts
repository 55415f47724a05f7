import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'

export type RunAs = { prefix: string[]; uid?: number; gid?: number }

export type GuardedProcess = {
  pid: number
  exited: Promise<void>
  /** Resolves when the process and its children have exited and their output has been read. */
  ended: Promise<{ success: boolean; how: string }>
  lastLines(): string
}

type Options = { runAs: RunAs; input?: string; log?: (line: string) => void }

/** The gateway's own environment contains secrets and settings of other PostgreSQL servers. */
export const ENVIRONMENT =
  process.platform === 'win32'
    ? undefined
    : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

// The shell forks a watcher before it becomes the program. The watcher reads a pipe whose other end only this
// process has open: when this process exits for any reason, the pipe closes and the watcher sends the program
// a signal. A line on the pipe ends the watcher. It is forked twice, so that it is not a child of PostgreSQL,
// which treats the exit of an unknown child as a crash.
const WATCHED = '( ( read -r _ <&3 || kill -INT $$ ) >/dev/null 2>&1 & ); exec "$@" 3<&-'

const KEPT_LINES = 20

/**
 * Starts a program in its own session, so that Ctrl-C in a terminal does not reach it. The program stops when
 * this process exits. On Windows there is no watcher: the next start on the folder stops the old server.
 */
export function startGuarded(program: string, args: string[], options: Options): GuardedProcess {
  const { runAs, input, log } = options
  const watched = process.platform !== 'win32'
  const watcher = watched ? ['/bin/sh', '-c', WATCHED, 'sh'] : []
  const [command = program, ...rest] = [...watcher, ...runAs.prefix, program, ...args]

  const child = spawn(command, rest, {
    ...userOf(runAs),
    // The other user may not be able to enter the current folder.
    cwd: watched ? '/' : undefined,
    env: ENVIRONMENT,
    detached: watched,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  endWatchWith(child)
  // A program that exits without reading its input reports the reason itself.
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
    // Not 0 if there is no process: signalling pid 0 signals this process group.
    pid: child.pid ?? Number.NaN,
    exited: new Promise((resolve) => {
      child.once('exit', () => resolve()).once('error', () => resolve())
    }),
    ended: endOf(child),
    lastLines: () => lines.join('\n'),
  }
}

/** Runs a program to its end. Throws with the end of its output if it fails. */
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
  // The watcher may have exited before it reads the line.
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
