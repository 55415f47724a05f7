import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../has-code.ts'

/** How the server is started when this process is root; see run-as.ts. */
export type LaunchMode = 'direct' | 'user-namespace' | 'other-user'

/** `data` is absolute only if the server cannot enter the folder it belongs to. */
export type Cluster = { way: LaunchMode; data: string; password: string }

export const clusterFile = (folder: string) => join(folder, 'cluster.json')

export async function readClusterFile(folder: string): Promise<Cluster | undefined> {
  try {
    return JSON.parse(await readFile(clusterFile(folder), 'utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Records how the server of this folder is run. The file is replaced atomically. */
export async function writeClusterFile(folder: string, cluster: Cluster): Promise<void> {
  const staging = `${clusterFile(folder)}.new`
  const text = `${JSON.stringify(cluster, undefined, 2)}\n`
  await writeFile(staging, text, { mode: 0o600, flush: true })
  await rename(staging, clusterFile(folder))
}
