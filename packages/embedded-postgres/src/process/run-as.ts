import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, binariesOf, copyInstallation, findInstallation } from '../binaries.ts'
import { type Cluster, clusterFile, type LaunchMode } from '../data/cluster-file.ts'
import { ENVIRONMENT, type RunAs, userOf } from './guarded-process.ts'

// PostgreSQL refuses to run as root, so root starts it in one of two ways.
//
// `unshare` maps root to another user in a user namespace: the server can enter every folder that root can,
// its files belong to root, and nothing is copied. A container may forbid user namespaces.
//
// Otherwise the server runs as another uid, which may not be able to enter the folder of the binaries or of
// the data, for example a home folder of mode 700. Both are then placed in a shared folder, and the cluster
// file records the path of the data.
const NOBODY = 65534
const IN_NAMESPACE: RunAs = {
  prefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`],
}
const AS_NOBODY: RunAs = { prefix: [], uid: NOBODY, gid: NOBODY }

export type ForRoot = { namespaces: boolean; sharedFolder: string }

export const FOR_ROOT: ForRoot = {
  namespaces: process.platform === 'linux',
  sharedFolder: '/var/lib/quartermaster',
}

const isRoot = () => process.geteuid?.() === 0

/** Chooses how to run the server of a new data folder. */
export async function chooseLaunchMode(
  folder: string,
  { namespaces, sharedFolder }: ForRoot,
): Promise<Pick<Cluster, 'way' | 'data'>> {
  if (!isRoot()) return { way: 'direct', data: 'data' }

  const { postgres } = binariesOf(findInstallation())
  if (namespaces && (await canRun(IN_NAMESPACE, postgres, folder))) {
    return { way: 'user-namespace', data: 'data' }
  }
  if (await canEnter(AS_NOBODY, folder)) return { way: 'other-user', data: 'data' }

  await makeOpenFolder(sharedFolder)
  // A new name each time: a deleted and recreated data folder must not find the old data.
  const home = join(sharedFolder, `data-${randomBytes(6).toString('hex')}`)
  await makeOpenFolder(home)
  return { way: 'other-user', data: join(home, 'data') }
}

/** How to run the server of a folder whose cluster file records the way. */
export async function resolveLaunchMode(
  folder: string,
  way: LaunchMode,
  { sharedFolder }: ForRoot,
): Promise<{ runAs: RunAs; binaries: Binaries }> {
  const installation = findInstallation()
  const runAs = await runAsFor(folder, way)
  const binaries = binariesOf(installation)
  if (!isRoot() || (await canRun(runAs, binaries.postgres, '/'))) return { runAs, binaries }

  if (way !== 'user-namespace') {
    await makeOpenFolder(sharedFolder)
    const copied = binariesOf(await copyInstallation(installation, sharedFolder))
    if (await canRun(runAs, copied.postgres, '/')) return { runAs, binaries: copied }
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the way chosen for ${folder} (${way}) does not work here: start as an ordinary user, or use a PostgreSQL server of your own.`,
  )
}

async function runAsFor(folder: string, way: LaunchMode): Promise<RunAs> {
  if (!isRoot()) return { prefix: [] }
  if (way === 'user-namespace') return IN_NAMESPACE
  if (way === 'other-user') return AS_NOBODY
  // Created by an ordinary user and now started by root: the files keep their owner.
  const { uid, gid } = await stat(clusterFile(folder))
  return { prefix: [], uid, gid }
}

async function makeOpenFolder(path: string) {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o755)
}

const canEnter = (runAs: RunAs, folder: string) => succeeds(runAs, ['cd "$1"', 'sh', folder])

const canRun = (runAs: RunAs, program: string, folder: string) =>
  succeeds(runAs, ['cd "$1" && exec "$2" --version', 'sh', folder, program])

async function succeeds(runAs: RunAs, script: string[]) {
  const [command = '', ...args] = [...runAs.prefix, '/bin/sh', '-c', ...script]
  const options = { cwd: '/', env: ENVIRONMENT, ...userOf(runAs) }
  return promisify(execFile)(command, args, options).then(
    () => true,
    () => false,
  )
}
