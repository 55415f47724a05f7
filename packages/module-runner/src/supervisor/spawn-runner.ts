import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Permission } from '../permission.ts'

const MAIN = fileURLToPath(new URL('../runner/main.ts', import.meta.url))

// A watcher is forked off before the shell becomes the runner. It waits on a pipe that only the
// gateway holds: when the gateway dies, however it dies, the pipe closes and the runner is killed,
// even in the middle of an endless loop. A line on the pipe ends the watch.
const WATCHED = '( ( read -r _ <&4 || kill -KILL $$ ) >/dev/null 2>&1 3<&- & ); exec "$@" 4<&-'

const hasShell = process.platform !== 'win32'

export type SpawnOptions = {
  /** The folder that the module is in, and all that it may read. */
  readonly dir: string
  readonly permissions: readonly Permission[]
  /** MiB. */
  readonly memory: number
}

export type Spawned = { readonly child: ChildProcess; readonly pipe: Duplex }

/** Starts the process of a module: without the gateway's environment, folders and output. */
export function spawnRunner(options: SpawnOptions): Spawned {
  // Its own, and gone with it: the one that all share may hold what is none of its business.
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'quartermaster-run-')))
  const node = [process.execPath, ...flags(options, temporary), MAIN]
  const [command = '', ...rest] = hasShell ? ['/bin/sh', '-c', WATCHED, 'sh', ...node] : node
  const child = spawn(command, rest, {
    cwd: options.dir,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: temporary },
    // A group of its own: a terminal's Ctrl-C does not reach it, and what it starts ends with it.
    detached: hasShell,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', ...(hasShell ? (['pipe'] as const) : [])],
    windowsHide: true,
  })
  child.on('error', () => {
    if (child.pid === undefined) removeTemporary(temporary)
  })
  const watch = child.stdio[4] as Writable | undefined
  watch?.on('error', () => {})
  child.once('exit', () => {
    watch?.end('\n')
    // What the module started has no place any more, nor has what it wrote.
    killGroup(child)
    removeTemporary(temporary)
  })
  const pipe = child.stdio[3] as Duplex
  // The other end may be gone before a message reaches it; its exit says all there is to say.
  pipe.on('error', () => {})
  giveWay(child)
  return { child, pipe }
}

export function killRunner(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return
  if (hasShell) killGroup(child)
  else child.kill('SIGKILL')
}

function killGroup({ pid }: ChildProcess): void {
  if (!hasShell || pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it, or nobody who can be reached.
  }
}

/** A module can make folders there that not even their owner can empty. */
function removeTemporary(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // It stays behind, as any file in a temporary folder may.
  }
}

function flags({ dir, permissions, memory }: SpawnOptions, temporary: string): string[] {
  const may = (permission: Permission) => permissions.includes(permission)
  return [
    '--no-warnings',
    '--experimental-transform-types',
    '--enable-source-maps',
    // The rest is what is not in this heap: buffers, code, stacks.
    `--max-old-space-size=${Math.floor(memory * 0.6)}`,
    '--permission',
    ...(may('files')
      ? ['--allow-fs-read=*', '--allow-fs-write=*']
      : [dirname(MAIN), dir, temporary].map((path) => `--allow-fs-read=${path}`)),
    ...(may('files') ? [] : [`--allow-fs-write=${temporary}`]),
    ...(may('processes') ? ['--allow-child-process', '--allow-worker', '--allow-addons'] : []),
  ]
}

// A third of the gateway's share where there is not enough for both.
const NICE = 5

/** Calls of modules must not take the processor from the gateway that answers for them. */
function giveWay(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    setPriority(child.pid, NICE)
  } catch {
    // It is only a courtesy; where it cannot be done, all run alike.
  }
}
