import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { connectionUrl } from './connection-url.ts'
import { readClusterFile } from './data/cluster-file.ts'

/** The line of postmaster.pid that has the port. */
const PORT_LINE = 3

/** The URL of the server that another process runs in this data folder. */
export async function runningUrl(dataDir: string): Promise<string> {
  const folder = resolve(dataDir)
  const cluster = await readClusterFile(folder)
  if (cluster === undefined) throw new Error(`${folder} has no database.`)
  const file = join(resolve(folder, cluster.data), 'postmaster.pid')
  const port = Number((await readFile(file, 'utf8')).split('\n')[PORT_LINE])
  return connectionUrl(cluster.password, port)
}
