import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Permission } from '../permission.ts'

// Everything is read-only except TMPDIR, which becomes a mount of its own. Virtual file systems
// hold no user data, and some of them cannot be remounted.
const READ_ONLY = `
mount --bind "$TMPDIR" "$TMPDIR" || exit 1
mounts=$(cat /proc/self/mounts)
echo "$mounts" | while read -r _ point type flags _; do
  case $type in proc|sysfs|devtmpfs|devpts|mqueue|cgroup|cgroup2|securityfs|tracefs|debugfs) continue ;; esac
  [ "$point" = "$TMPDIR" ] || mount -o "remount,bind,$flags,ro" "$point" || exit 1
done || exit 1
`

// The shell stays as init of the process namespace: signals that the runner sends to itself would
// be ignored if it were init.
const AS_CHILD = '"$@" & wait $!'
const AS_SELF = 'exec "$@"'

type Support = { readonly userNamespace: boolean; readonly readOnlyFiles: boolean }

export type Isolation = {
  /** Goes in front of the command; empty without isolation. */
  readonly prefix: readonly string[]
  /** Whether the runner is a grandchild of the process that `prefix` starts. */
  readonly hasOwnProcesses: boolean
}

const NONE: Isolation = { prefix: [], hasOwnProcesses: false }

/**
 * Linux namespaces for a runner: no other process to signal, no network, and no file to write
 * outside its temporary folder, except what `permissions` grants. Not every system allows
 * namespaces; Node's permission model and the blocks inside the runner apply in any case.
 */
export function isolate(permissions: readonly Permission[], temporary: string): Isolation {
  const support = namespaceSupport(temporary)
  if (support === undefined) return NONE
  return toIsolation(support, {
    processes: !permissions.includes('processes'),
    network: !permissions.includes('network'),
    files: !permissions.includes('files'),
  })
}

function toIsolation(
  { userNamespace, readOnlyFiles }: Support,
  closed: Record<Permission, boolean>,
): Isolation {
  if (!closed.processes && !closed.network && !closed.files) return NONE
  const isReadOnly = closed.files && readOnlyFiles
  const flags = [
    ...(userNamespace ? ['--user', '--map-root-user'] : []),
    ...(closed.processes ? ['--pid', '--fork', '--kill-child=SIGKILL'] : []),
    ...(closed.network ? ['--net'] : []),
    ...(isReadOnly ? ['--mount'] : []),
  ]
  const script = `${isReadOnly ? READ_ONLY : ''}${closed.processes ? AS_CHILD : AS_SELF}`
  return {
    prefix: ['unshare', ...flags, '/bin/sh', '-c', script, 'sh'],
    hasOwnProcesses: closed.processes,
  }
}

let known: { readonly support: Support | undefined } | undefined

/** Found out once per process by trying; the strongest form that works is used. */
function namespaceSupport(temporary: string): Support | undefined {
  known ??= { support: findSupport(temporary) }
  return known.support
}

function findSupport(temporary: string): Support | undefined {
  // Without this file the runner's memory could not be measured behind `unshare`.
  if (!existsSync(`/proc/self/task/${process.pid}/children`)) return undefined
  const candidates = [true, false].flatMap((readOnlyFiles) =>
    [true, false].map((userNamespace) => ({ userNamespace, readOnlyFiles })),
  )
  return candidates.find((candidate) => {
    const all = { processes: true, network: true, files: true }
    const [command = '', ...rest] = toIsolation(candidate, all).prefix
    const env = { PATH: '/usr/bin:/bin', TMPDIR: temporary }
    const { status } = spawnSync(command, [...rest, 'true'], {
      env,
      stdio: 'ignore',
      timeout: 5000,
    })
    return status === 0
  })
}
