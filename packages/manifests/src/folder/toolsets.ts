import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { LIMITS, type Limits, openScratchFolder } from '@quartermaster/module-runner'
import { type Log, limitConcurrency, type Tool } from '@quartermaster/toolkit'
import type { Outbound } from '../tools/outbound.ts'
import { toTools } from '../tools/to-tools.ts'
import type { FolderLogEntry } from './folder-log.ts'
import { type FolderReport, reportFolders } from './folder-report.ts'
import type { LoadedFolder } from './load-folder.ts'
import { openManifestReader } from './manifest-reader.ts'
import { watchDirectory } from './watch-directory.ts'
import { watchFolders } from './watch-folders.ts'

export type ToolsetsOptions = {
  /** The directory that contains the tool folders. */
  readonly dir: string
  readonly log: Log
  /** The HTTP client for functions with a url and for `fetch` in modules. */
  readonly outbound: Outbound
  /** Looks up an environment variable for a secret that a manifest declares. */
  readonly findSecret?: (variable: string) => string | undefined
  readonly limits?: Partial<Limits>
  /**
   * Holds the copies of the folders that are served; the default is the system's temporary folder.
   * Modules may write temporary files, so a separate directory protects the copies.
   */
  readonly cacheDir?: string
  readonly clock?: () => Date
  /** How long `loaded` waits for the folders. */
  readonly startupMs?: number
}

// How long a call that names an unknown folder waits for it to be loaded.
const NEW_FOLDER_MS = 5000

// Across all modules, so that many slow responses cannot use up the gateway's sockets.
const CONCURRENT_FETCHES = 256

/** The loaded folders, kept up to date with the disk. */
export type Toolsets = {
  /** Resolves when the folders that are there at the start have been loaded, or after `startupMs`. */
  readonly loaded: Promise<void>
  list(): readonly LoadedFolder[]
  /** The functions of a loaded folder, for calls of `thread` if given. */
  tools(id: string, thread?: string): readonly Tool<unknown>[] | undefined
  /** Like `tools`, but waits for a folder that has just been created. */
  findTools(id: string): Promise<readonly Tool<unknown>[] | undefined>
  /** Waits for folders that have just been created. */
  awaitNew(): Promise<void>
  report(): readonly FolderReport[]
  /** The latest lines of a folder, the newest first; undefined if there is no such folder. */
  log(id: string): readonly FolderLogEntry[] | undefined
  /** Scans the disk and waits until every change has been loaded or reported. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Begins to load the folders. Until `loaded`, `list` and `tools` may lack some of them. */
export function openToolsets(options: ToolsetsOptions): Toolsets {
  const { dir, log, outbound, startupMs = 5000 } = options
  const { clock = () => new Date(), findSecret = () => undefined } = options
  const limits = { ...LIMITS, ...options.limits }
  const cacheDir = openScratchFolder(options.cacheDir ?? tmpdir(), 'quartermaster-tools-')
  const reader = openManifestReader()
  const fetchLimit = limitConcurrency(CONCURRENT_FETCHES)
  const loading = { reader, cacheDir, limits, findSecret }
  const folders = watchFolders({ dir, log, clock, loading })
  const watching = watchDirectory(dir, { onChange: folders.scan })

  const list = () =>
    [...folders.entries.values()]
      .flatMap(({ serving }) => serving ?? [])
      .sort((a, b) => (a.id < b.id ? -1 : 1))

  const tools = (id: string, thread: string | null = null) => {
    const folder = folders.entries.get(id)?.serving
    return folder && toTools(folder, { outbound, limits, fetchLimit, thread })
  }

  const findTools = async (id: string) => {
    const known = tools(id)
    if (known !== undefined) return known
    await atMost(NEW_FOLDER_MS, folders.loadIfNew(id))
    return tools(id)
  }
  const awaitNew = () => atMost(NEW_FOLDER_MS, folders.loadAllNew())

  const close = async () => {
    watching.close()
    await folders.close()
    await reader.close()
    await rm(cacheDir, { recursive: true, force: true })
  }

  const loaded = atMost(startupMs, folders.refresh())
  const { refresh } = folders
  const report = () => reportFolders(folders.entries)
  const folderLog = (id: string) => folders.entries.get(id)?.log.list()
  return { loaded, list, tools, findTools, awaitNew, report, log: folderLog, refresh, close }
}

/** Resolves when `work` does, or after `ms`; `work` continues in that case. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
