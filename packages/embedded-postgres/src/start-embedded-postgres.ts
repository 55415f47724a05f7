import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { connectionUrl } from './connection-url.ts'
import { clusterFile, readClusterFile, writeClusterFile } from './data/cluster-file.ts'
import { lockFolder } from './data/folder-lock.ts'
import { initializeData, resetPassword } from './data/initialize-data.ts'
import { launchServer } from './process/launch-server.ts'
import { chooseLaunchMode, FOR_ROOT, type ForRoot, resolveLaunchMode } from './process/run-as.ts'
import { shutDown } from './process/shut-down.ts'
import { stopLeftover } from './process/stop-leftover.ts'

export type EmbeddedPostgres = {
  url: string
  stop(): Promise<void>
  /** Resolves when the server exits without `stop` having been called. */
  exited: Promise<void>
}

type Options = {
  dataDir: string
  log?: (line: string) => void
  /** Settings of postgresql.conf that override the defaults in `SETTINGS`. */
  settings?: Record<string, string>
  /** `false` turns off fsync and synchronous commit: only for data that may be lost. */
  durable?: boolean
}

const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
}

const VOLATILE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts the PostgreSQL server of a data folder. Creates a new folder, and recovers one whose last owner was
 * killed. Throws `DataFolderInUse` while another process owns it.
 */
export function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  return startWith(options, FOR_ROOT)
}

export async function startWith(options: Options, forRoot: ForRoot): Promise<EmbeddedPostgres> {
  const folder = resolve(options.dataDir)
  // Mode 711: a server that runs as another user must be able to enter, but not to list the folder.
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const unlock = lockFolder(folder)
  try {
    return await startLocked(folder, unlock, options, forRoot)
  } catch (error) {
    unlock()
    throw error
  }
}

async function startLocked(
  folder: string,
  unlock: () => void,
  { log = () => {}, settings = {}, durable = true }: Options,
  forRoot: ForRoot,
): Promise<EmbeddedPostgres> {
  const found = await readClusterFile(folder)
  const cluster = found ?? { ...(await chooseLaunchMode(folder, forRoot)), password: newPassword() }
  const way = await resolveLaunchMode(folder, cluster.way, forRoot)
  const data = resolve(folder, cluster.data)
  const initialization = { ...way, password: cluster.password, durable }

  if (cluster.data === data) log(`The data of ${folder} is kept in ${data}`)
  if (!existsSync(dirname(data))) throw new Error(dataIsGone(folder, data))

  await stopLeftover(data, way.binaries, log)
  if (!found) {
    if (existsSync(data)) await resetPassword(data, initialization)
    await writeClusterFile(folder, cluster)
  }
  if (!existsSync(data)) await initializeData(data, initialization)

  const { process: server, port } = await launchServer(data, {
    ...way,
    settings: { ...SETTINGS, ...(durable ? {} : VOLATILE), ...settings },
    log,
  })
  const ended = server.exited.then(unlock)

  let stopping: Promise<void> | undefined
  return {
    url: connectionUrl(cluster.password, port),
    stop() {
      stopping ??= shutDown(server.pid, ended, way.binaries)
      return stopping
    },
    exited: new Promise((resolve) => {
      ended.then(() => stopping ?? resolve())
    }),
  }
}

// For example a new container that mounts only the data folder of the old one.
const dataIsGone = (folder: string, data: string) =>
  `The data of ${folder} was kept in ${data}, which is gone: bring it back, or delete ${clusterFile(folder)} to begin with an empty database.`

const newPassword = () => randomBytes(24).toString('base64url')
