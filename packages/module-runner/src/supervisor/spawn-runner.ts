import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Permission } from '../permission.ts'
import { openScratchFolder } from '../scratch-folder.ts'
import { isolate } from './isolate.ts'

const MAIN = fileURLToPath(new URL('../runner/main.ts', import.meta.url))

// The shell forks a watcher and then becomes the runner. The watcher reads from fd 4, a pipe that
// only the gateway holds. If the gateway dies, even by SIGKILL, the pipe closes: the watcher kills
// the runner, even in an endless loop, and removes its temporary files. A line on the pipe ends the
// watcher.
const WATCHED =
  '( ( read -r _ <&4 || { kill -KILL $$; rm -rf "$TMPDIR"; } ) >/dev/null 2>&1 3<&- & ); exec "$@" 4<&-'

const hasShell = process.platform !== 'win32'

export type SpawnOptions = {
  /** The folder that the module is in, and all that it may read. */
  readonly dir: string
  readonly permissions: readonly Permission[]
  /** MiB. */
  readonly memory: number
}

export type Spawned = {
  readonly child: ChildProcess
  readonly pipe: Duplex
  /** The pid of the runner itself, which may be a descendant of `child`. */
  readonly runnerPid: () => number | undefined
}

/** Starts a runner without the gateway's environment, files, output, network and processes. */
export function spawnRunner(options: SpawnOptions): Spawned {
  const temporary = mkdtempSync(join(temporaryRoot(), 'run-'))
  const isolation = isolate(options.permissions, temporary)
  const node = [...isolation.prefix, process.execPath, ...flags(options, temporary), MAIN]
  const [command = '', ...rest] = hasShell ? ['/bin/sh', '-c', WATCHED, 'sh', ...node] : node
  const child = spawn(command, rest, {
    cwd: options.dir,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: temporary },
    // A process group of its own: Ctrl-C in a terminal does not reach it, and it is killed as a whole.
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
    // Ends processes that the module started.
    killGroup(child)
    removeTemporary(temporary)
  })
  const pipe = child.stdio[3] as Duplex
  // A write may fail because the runner has exited; its `exit` event is handled instead.
  pipe.on('error', () => {})
  lowerPriority(child)
  return { child, pipe, runnerPid: () => runnerPid(child, isolation.hasOwnProcesses) }
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
    // The group is empty.
  }
}

let root: string | undefined

/** One folder for the temporary files of all runners of this process. */
function temporaryRoot(): string {
  if (root !== undefined) return root
  const created = realpathSync(openScratchFolder(tmpdir(), 'quartermaster-runs-'))
  process.once('exit', () => removeTemporary(created))
  root = created
  return created
}

function removeTemporary(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // A module can create folders that even their owner cannot empty.
  }
}

/** With namespaces `child` is `unshare`, its child is a shell, and the runner is the shell's child. */
function runnerPid({ pid }: ChildProcess, hasOwnProcesses: boolean): number | undefined {
  if (pid === undefined || !hasOwnProcesses) return pid
  const shell = childOf(pid)
  return shell && childOf(shell)
}

function childOf(pid: number): number | undefined {
  try {
    const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    return first === '' ? undefined : Number(first)
  } catch {
    return undefined
  }
}

function flags({ dir, permissions, memory }: SpawnOptions, temporary: string): string[] {
  const may = (permission: Permission) => permissions.includes(permission)
  return [
    '--no-warnings',
    '--experimental-transform-types',
    '--enable-source-maps',
    '--disable-sigusr1',
    // The remainder is for memory outside V8's heap: buffers, code, stacks.
    `--max-old-space-size=${Math.floor(memory * 0.6)}`,
    '--permission',
    ...(may('files')
      ? ['--allow-fs-read=*', '--allow-fs-write=*']
      : [dirname(MAIN), dir, temporary].map((path) => `--allow-fs-read=${path}`)),
    // node:sqlite opens files without asking the permission model.
    ...(may('files') ? [] : [`--allow-fs-write=${temporary}`, '--no-experimental-sqlite']),
    ...(may('processes') ? ['--allow-child-process', '--allow-worker', '--allow-addons'] : []),
  ]
}

// About a third of the gateway's share of a busy processor.
const NICE = 5

function lowerPriority(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    setPriority(child.pid, NICE)
  } catch {
    // The system does not allow it; the runner keeps the gateway's priority.
  }
}
