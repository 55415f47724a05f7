import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { LIMITS, type Limits } from '@quartermaster/module-runner'
import type { Log, Tool } from '@quartermaster/toolkit'
import type { Outbound } from '../tools/outbound.ts'
import { toTools } from '../tools/to-tools.ts'
import { type FolderReport, reportOn } from './folder-report.ts'
import type { LoadedFolder } from './load-folder.ts'
import { openManifestReader } from './manifest-reader.ts'
import { openCache } from './open-cache.ts'
import { watchDirectory } from './watch-directory.ts'
import { watchFolders } from './watch-folders.ts'

export type ToolsetsOptions = {
  /** The folder of folders. */
  readonly dir: string
  readonly log: Log
  /** Through which functions with a url, and modules, call the world. */
  readonly outbound: Outbound
  /** The operator's variables, for the secrets that manifests declare. */
  readonly findSecret?: (variable: string) => string | undefined
  readonly limits?: Partial<Limits>
  /**
   * Where copies of the folders are kept while they serve; a temporary folder unless told. Modules
   * may write to temporary folders, so that another place keeps them from each other's copies.
   */
  readonly cacheDir?: string
  readonly clock?: () => Date
  /** How long opening waits for the folders; the rest come when they come. */
  readonly patienceMs?: number
}

// A call that names a new folder waits for it so long.
const SEEK_MS = 5000

/** The folders that serve, kept up with what is on disk. */
export type Toolsets = {
  list(): readonly LoadedFolder[]
  /** The functions of a folder now; of a thread's, where it is called by one. */
  tools(id: string, thread?: string): readonly Tool<unknown>[] | undefined
  /** The same, and a folder that was put there just now is waited for. */
  findTools(id: string): Promise<readonly Tool<unknown>[] | undefined>
  /** Waits a moment for folders that were put there just now. */
  awaitNew(): Promise<void>
  report(): readonly FolderReport[]
  /** Looks now, and ends when all that was found has been loaded or reported. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export async function openToolsets(options: ToolsetsOptions): Promise<Toolsets> {
  const { dir, log, outbound, patienceMs = 5000 } = options
  const { clock = () => new Date(), findSecret = () => undefined } = options
  const limits = { ...LIMITS, ...options.limits }
  const cacheDir = await openCache(options.cacheDir ?? tmpdir())
  const reader = openManifestReader()
  const loading = { reader, cacheDir, limits, findSecret }
  const folders = watchFolders({ dir, log, clock, loading })
  const watching = watchDirectory(dir, { onChange: folders.scan })

  const list = () =>
    [...folders.entries.values()]
      .flatMap(({ serving }) => serving ?? [])
      .sort((a, b) => (a.id < b.id ? -1 : 1))

  const tools = (id: string, thread: string | null = null) => {
    const folder = folders.entries.get(id)?.serving
    return folder && toTools(folder, { outbound, limits, thread })
  }

  const findTools = async (id: string) => {
    const known = tools(id)
    if (known !== undefined) return known
    await atMost(SEEK_MS, folders.seek(id))
    return tools(id)
  }
  const awaitNew = () => atMost(SEEK_MS, folders.seekAll())

  const close = async () => {
    watching.close()
    await folders.close()
    await reader.close()
    await rm(cacheDir, { recursive: true, force: true })
  }

  await atMost(patienceMs, folders.refresh())
  const { refresh } = folders
  const report = () => reportOn(folders.entries)
  return { list, tools, findTools, awaitNew, report, refresh, close }
}

/** Waits, but not for ever. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, patience])
  clearTimeout(timer)
}
