import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, limitConcurrency } from '@quartermaster/toolkit'
import { BrokenFolder, type FolderProblem, problemText } from '../manifest/folder-problem.ts'
import { haveSameVariables, secretVariable } from '../manifest/name-rules.ts'
import { compareVersions, type FolderChanges } from './compare-versions.ts'
import { type FolderLog, openFolderLog } from './folder-log.ts'
import { fingerprintOf, isFolder, listFolders, problemsOf, refuseLink } from './inspect-folder.ts'
import { type LoadedFolder, type LoadOptions, LoadPreempted, loadFolder } from './load-folder.ts'

/** A folder on disk, from its discovery to its removal. */
export type WatchedFolder = {
  /** Of the contents that were last loaded, successfully or not. */
  fingerprint?: string
  loading?: Promise<void>
  /** Aborted when the folder is removed or the watch is closed. */
  readonly signal: AbortSignal
  readonly abandon: () => void
  /** When a load that failed temporarily is tried again, and how often it has failed. */
  retryAt?: number
  attempts: number
  serving?: LoadedFolder
  loadedAt?: Date
  /** What the last reload changed; reloads of the same contents do not count. */
  changes?: FolderChanges & { readonly at: Date }
  readonly log: FolderLog
  problems: readonly FolderProblem[]
}

export type FolderWatch = {
  readonly entries: ReadonlyMap<string, WatchedFolder>
  /** Finds changed folders and starts to load them. */
  scan(): Promise<void>
  /** Like `scan`, and waits until every change has been loaded or reported. */
  refresh(): Promise<void>
  /** Loads a folder that may have just been created. */
  loadIfNew(name: string): Promise<void>
  loadAllNew(): Promise<void>
  close(): Promise<void>
}

type Options = {
  readonly dir: string
  readonly log: Log
  readonly clock: () => Date
  readonly loading: Omit<LoadOptions, 'signal' | 'ownerOf' | 'yieldTo' | 'folderLog'>
}

const RETRY_MS = 30_000

// Minimum time between scans that calls for unknown folders cause.
const DEMAND_INTERVAL_MS = 250

// A load that takes longer while others wait is preempted and starts again among the slow loads.
const QUICK_LOAD_MS = 3000

/** Keeps the served folders up to date with `dir`. Each folder is replaced as a whole or not at all. */
export function watchFolders({ dir, log, clock, loading }: Options): FolderWatch {
  const quickLoads = limitConcurrency(2 * availableParallelism())
  const slowLoads = limitConcurrency(availableParallelism())
  const yieldTo = { afterMs: QUICK_LOAD_MS, hasWaiting: quickLoads.hasWaiting }
  const entries = new Map<string, WatchedFolder>()
  const draining = new Set<LoadedFolder>()
  const closing = new AbortController()
  const { signal } = closing
  // One listener per folder that is being loaded.
  setMaxListeners(0, signal)
  let isReadable = true

  const drain = (folder: LoadedFolder | undefined) => {
    if (folder === undefined) return
    draining.add(folder)
    folder
      .drain()
      .catch((error) =>
        log.warn({ err: error, folder: folder.id }, 'a folder’s copy could not be removed'),
      )
      .finally(() => draining.delete(folder))
  }

  const load = async (
    name: string,
    entry: WatchedFolder,
    more: Pick<LoadOptions, 'yieldTo'> = {},
  ) => {
    const path = join(dir, name)
    const ownerOf = (variable: string) => findOwner(entries, name, variable)
    if (entry.signal.aborted) return
    await refuseLink(path)
    const { log: folderLog, signal } = entry
    const options = { ...loading, ...more, ownerOf, signal, folderLog }
    const folder = await loadFolder(name, path, options)
    if (entry.signal.aborted) return folder.close()
    const at = clock()
    const changes = entry.serving && compareVersions(entry.serving, folder)
    drain(entry.serving)
    Object.assign(entry, { serving: folder, loadedAt: at, problems: [] })
    if (changes !== undefined) entry.changes = { ...changes, at }
    const functions = folder.manifest.functions.length
    entry.log.add('info', functions === 1 ? 'Loaded 1 function.' : `Loaded ${functions} functions.`)
    log.info({ folder: name, functions }, 'folder loaded')
    recheckNamesakes(name)
  }

  /** A folder that hangs delays others by `QUICK_LOAD_MS`; one that hung before does not at all. */
  const loadInTurn = async (name: string, entry: WatchedFolder) => {
    try {
      if (entry.attempts > 0) return await slowLoads.run(() => load(name, entry))
      await quickLoads
        .run(() => load(name, entry, { yieldTo }))
        .catch((error) => {
          if (!(error instanceof LoadPreempted)) throw error
          return slowLoads.run(() => load(name, entry))
        })
    } catch (error) {
      if (!entry.signal.aborted) report(name, entry, error)
    }
  }

  /** Broken folders with the same secret variables as `name` may be loadable now. */
  const recheckNamesakes = (name: string) => {
    for (const [other, entry] of entries) {
      if (entry.problems.length > 0 && haveSameVariables(name, other)) entry.fingerprint = ''
    }
  }

  const report = (name: string, entry: WatchedFolder, error: unknown) => {
    const isKnown = error instanceof BrokenFolder
    entry.problems = problemsOf(error)
    for (const problem of entry.problems)
      entry.log.add('error', `Not loaded: ${problemText(problem)}`)
    if (!isKnown || error.isTemporary) {
      entry.retryAt = performance.now() + RETRY_MS * 2 ** Math.min(entry.attempts, 5)
      entry.attempts++
    }
    log.warn(
      {
        folder: name,
        problems: entry.problems.map(problemText),
        ...(!isKnown && { err: error }),
      },
      entry.serving === undefined
        ? 'folder cannot be loaded'
        : 'changed folder cannot be loaded; its last good version is still served',
    )
  }

  const checkFolder = async (name: string) => {
    const entry = entries.get(name) ?? newEntry(signal, openFolderLog(clock))
    entries.set(name, entry)
    const fingerprint = await fingerprintOf(join(dir, name))
    if (entry.loading !== undefined || entry.signal.aborted) return
    const isDue = performance.now() >= (entry.retryAt ?? Number.POSITIVE_INFINITY)
    if (fingerprint === entry.fingerprint && !isDue) return
    if (fingerprint !== entry.fingerprint) entry.attempts = 0
    entry.fingerprint = fingerprint
    entry.retryAt = undefined
    // Folders with the same variables load in order of name, so the fastest does not win them.
    const before = [...entries].filter(([other]) => other < name && haveSameVariables(name, other))
    entry.loading = Promise.all(before.map(([, other]) => other.loading))
      .then(() => loadInTurn(name, entry))
      .finally(() => {
        entry.loading = undefined
        // The folder may have changed while it was read.
        scan()
      })
  }

  const scanNow = async () => {
    const names = await listFolders(dir)
    if (signal.aborted) return
    if (names === undefined) {
      if (isReadable) log.warn({ dir }, 'tools directory cannot be read; loaded folders are kept')
      isReadable = false
      return
    }
    isReadable = true
    for (const [name, entry] of entries) {
      if (names.includes(name)) continue
      entries.delete(name)
      entry.abandon()
      drain(entry.serving)
      recheckNamesakes(name)
      log.info({ folder: name }, 'folder removed')
    }
    const namesakes = Object.groupBy(names, (name) => secretVariable(name, ''))
    await Promise.all(
      Object.values(namesakes).map(async (group = []) => {
        for (const name of group) await checkFolder(name)
      }),
    )
  }

  let scanning: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** Scans run one at a time. At most one is queued; it will see every change made before it. */
  const scan = () => {
    next ??= scanning.then(() => {
      next = undefined
      scanning = scanNow().catch((error) => {
        log.error({ err: error }, 'tools directory could not be scanned')
      })
      return scanning
    })
    return next
  }
  const loads = () => Promise.all([...entries.values()].map((entry) => entry.loading))

  const refresh = async () => {
    // A folder that is being loaded may have changed after it was read.
    await loads()
    await scan()
    await loads()
  }

  let demanded: Promise<void> | undefined
  let demandedAt = Number.NEGATIVE_INFINITY
  /** Calls for unknown folders share one scan per `DEMAND_INTERVAL_MS`. */
  const scanOnDemand = () => {
    demanded ??= sleep(Math.max(0, demandedAt + DEMAND_INTERVAL_MS - performance.now())).then(
      () => {
        demanded = undefined
        demandedAt = performance.now()
        return scan()
      },
    )
    return demanded
  }
  const loadIfNew = async (name: string) => {
    if (entries.get(name)?.serving !== undefined || !(await isFolder(dir, name))) return
    await entries.get(name)?.loading
    await scanOnDemand()
    await entries.get(name)?.loading
  }
  const loadAllNew = async () => {
    await scanOnDemand()
    const isNew = ({ serving, problems }: WatchedFolder) =>
      serving === undefined && problems.length === 0
    await Promise.all([...entries.values()].filter(isNew).map((entry) => entry.loading))
  }

  const close = async () => {
    closing.abort()
    await demanded
    await next
    await scanning
    await loads()
    const serving = [...entries.values()].flatMap((entry) => entry.serving ?? [])
    await Promise.all([...serving, ...draining].map((folder) => folder.close()))
  }
  return { entries, scan, refresh, loadIfNew, loadAllNew, close }
}

function newEntry(closing: AbortSignal, log: FolderLog): WatchedFolder {
  const removed = new AbortController()
  const signal = AbortSignal.any([closing, removed.signal])
  return { problems: [], attempts: 0, log, signal, abandon: () => removed.abort() }
}

/** The served folder that already uses `variable`. */
function findOwner(
  entries: ReadonlyMap<string, WatchedFolder>,
  name: string,
  variable: string,
): string | undefined {
  const others = [...entries].filter(([other]) => other !== name)
  const [owner] =
    others.find(([other, { serving }]) =>
      serving?.manifest.secrets.some((secret) => secretVariable(other, secret) === variable),
    ) ?? []
  return owner
}
