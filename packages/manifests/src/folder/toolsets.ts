import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log, Tool } from '@quartermaster/toolkit'
import { isSkipped } from '../manifest/names.ts'
import { BrokenFolder, type FolderProblem, problemText } from '../manifest/problem.ts'
import { LIMITS, type Limits } from '../pool/limits.ts'
import type { Outbound } from '../tools/outbound.ts'
import { toTools } from '../tools/to-tools.ts'
import { folderMark } from './folder-files.ts'
import { limitTo } from './limit-to.ts'
import { type LoadedFolder, loadFolder } from './load-folder.ts'
import { openManifestReader } from './manifest-reader.ts'
import { clashes, type FolderReport } from './report.ts'
import { watchFolder } from './watch-folder.ts'

export type ToolsetsOptions = {
  /** The folder of folders. */
  readonly dir: string
  readonly log: Log
  /** Through which functions with a url, and modules, call the world. */
  readonly outbound: Outbound
  /** The operator's variables, for the secrets that manifests declare. */
  readonly findSecret?: (variable: string) => string | undefined
  readonly limits?: Partial<Limits>
  /** Where copies of the folders are kept while they serve; a temporary folder unless told. */
  readonly cacheDir?: string
  readonly clock?: () => Date
  /** How long opening waits for the folders; the rest come when they come. */
  readonly patienceMs?: number
}

/** The folders that serve, kept up with what is on disk. */
export type Toolsets = {
  list(): readonly LoadedFolder[]
  /** The functions of a folder now; of a thread's, where it is called by one. */
  tools(id: string, thread?: string): readonly Tool<unknown>[] | undefined
  report(): readonly FolderReport[]
  /** Looks now, and ends when all that was found has been loaded or reported. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** One folder on disk, from its first sight to its removal. */
type Entry = {
  /** What it looked like when it was last loaded, or tried to. */
  mark?: string
  loading?: Promise<void>
  serving?: LoadedFolder
  loadedAt?: Date
  problems: readonly FolderProblem[]
}

export async function openToolsets(options: ToolsetsOptions): Promise<Toolsets> {
  const { dir, log, clock = () => new Date(), patienceMs = 5000 } = options
  const limits = { ...LIMITS, ...options.limits }
  const cacheDir = await mkdtemp(join(options.cacheDir ?? tmpdir(), 'quartermaster-tools-'))
  const reader = openManifestReader()
  const findSecret = options.findSecret ?? (() => undefined)
  const inTurn = limitTo(2 * availableParallelism())
  const entries = new Map<string, Entry>()
  const retiring = new Set<LoadedFolder>()
  let isClosed = false

  const retire = (folder: LoadedFolder | undefined) => {
    if (folder === undefined) return
    retiring.add(folder)
    folder
      .retire()
      .catch((error) => log.warn({ err: error, folder: folder.id }, 'a copy was left behind'))
      .finally(() => retiring.delete(folder))
  }

  const load = async (name: string, entry: Entry) => {
    try {
      await refuseLink(join(dir, name))
      const folder = await loadFolder(name, join(dir, name), {
        reader,
        cacheDir,
        limits,
        findSecret,
      })
      // It was removed while it was being loaded.
      if (isClosed || entries.get(name) !== entry) return folder.close()
      retire(entry.serving)
      Object.assign(entry, { serving: folder, loadedAt: clock(), problems: [] })
      log.info({ folder: name, functions: folder.manifest.functions.length }, 'a folder was loaded')
    } catch (error) {
      if (isClosed) return
      entry.problems = problemsOf(error)
      log.warn(
        { folder: name, problems: entry.problems.map(problemText), err: unexpected(error) },
        entry.serving === undefined
          ? 'a folder cannot be loaded'
          : 'a changed folder cannot be loaded; its last good version goes on serving',
      )
    }
  }

  const look = async (name: string) => {
    const entry = entries.get(name) ?? { problems: [] }
    entries.set(name, entry)
    if (entry.loading !== undefined) return
    const mark = await markOf(join(dir, name))
    if (mark === entry.mark || entry.loading !== undefined) return
    entry.mark = mark
    entry.loading = inTurn(() => load(name, entry)).finally(() => {
      entry.loading = undefined
      // It may have changed since it was read.
      if (!isClosed) scanInTurn()
    })
  }

  const scan = async () => {
    const names = await foldersIn(dir)
    if (isClosed) return
    if (names === undefined) {
      if (entries.size > 0) log.warn({}, 'the folder of tools cannot be read; what serves stays')
      return
    }
    for (const [name, entry] of entries) {
      if (names.includes(name)) continue
      entries.delete(name)
      retire(entry.serving)
      log.info({ folder: name }, 'a folder was removed')
    }
    await Promise.all(names.map(look))
  }

  let scanning: Promise<void> = Promise.resolve()
  const scanInTurn = () => {
    scanning = scanning.then(scan).catch((error) => {
      log.error({ err: error }, 'the folder of tools could not be looked through')
    })
    return scanning
  }
  const loads = () => Promise.all([...entries.values()].map(({ loading }) => loading))

  const refresh = async () => {
    // A folder that was being loaded may have changed since it was read.
    await loads()
    await scanInTurn()
    await loads()
  }

  const list = () =>
    [...entries.values()]
      .flatMap(({ serving }) => serving ?? [])
      .sort((a, b) => (a.id < b.id ? -1 : 1))

  const report = () => {
    const labels = list().map(({ id, manifest }) => ({ id, label: manifest.label }))
    return [...entries]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .filter(([, { mark }]) => mark !== undefined)
      .map(([folder, { serving, loadedAt = null, problems }]): FolderReport => {
        const isGood = problems.length === 0 && serving !== undefined
        const lastGood = serving === undefined ? 'broken' : 'serving_last_good'
        const warnings = [...(serving?.manifest.warnings ?? []), ...clashes(labels, folder)]
        return { folder, status: isGood ? 'loaded' : lastGood, loadedAt, problems, warnings }
      })
  }

  const watching = watchFolder(dir, { onChange: scanInTurn })
  const close = async () => {
    isClosed = true
    watching.close()
    await scanning
    await loads()
    await Promise.all([...list(), ...retiring].map((folder) => folder.close()))
    await reader.close()
    await rm(cacheDir, { recursive: true, force: true })
  }

  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs)
  })
  await Promise.race([refresh(), patience])
  clearTimeout(timer)

  const tools = (id: string, thread: string | null = null) => {
    const folder = entries.get(id)?.serving
    return folder && toTools(folder, { outbound: options.outbound, memory: limits.memory, thread })
  }
  return { list, tools, report, refresh, close }
}

/** `undefined` where the folder of folders itself cannot be read. */
async function foldersIn(dir: string): Promise<string[] | undefined> {
  try {
    const found = await readdir(dir, { withFileTypes: true })
    return found
      .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !isSkipped(entry.name))
      .map(({ name }) => name)
  } catch {
    return undefined
  }
}

async function refuseLink(path: string): Promise<void> {
  if (!(await lstat(path)).isSymbolicLink()) return
  throw new BrokenFolder({ file: '.', line: null, reason: 'This is a link, and no folder.' })
}

/** A folder that cannot be looked into is loaded once, to find out and report why. */
const markOf = (dir: string): Promise<string> =>
  folderMark(dir).catch((error) => `unreadable: ${(error as Error).message}`)

function problemsOf(error: unknown): readonly FolderProblem[] {
  if (error instanceof BrokenFolder) return error.problems
  const { code } = error as NodeJS.ErrnoException
  const reason = `The folder cannot be read${code === undefined ? '' : ` (${code})`}.`
  return [{ file: '.', line: null, reason }]
}

const unexpected = (error: unknown): unknown => (error instanceof BrokenFolder ? undefined : error)
