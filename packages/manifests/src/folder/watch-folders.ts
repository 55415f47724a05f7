import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@quartermaster/toolkit'
import { BrokenFolder, type FolderProblem, problemText } from '../manifest/folder-problem.ts'
import { haveSameVariables, secretVariable } from '../manifest/name-rules.ts'
import { foldersIn, isFolder, markOf, problemsOf, refuseLink } from './inspect-folder.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { type LoadedFolder, type LoadOptions, LoadPreempted, loadFolder } from './load-folder.ts'

/** One folder on disk, from its first sight to its removal. */
export type Entry = {
  /** What it looked like when it was last loaded, or tried to. */
  mark?: string
  loading?: Promise<void>
  /** Aborted when it is removed, or all is closed. */
  readonly signal: AbortSignal
  readonly giveUp: () => void
  /** When one that took too long is tried again, and how often it has been. */
  retryAt?: number
  attempts: number
  serving?: LoadedFolder
  loadedAt?: Date
  problems: readonly FolderProblem[]
}

export type WatchedFolders = {
  readonly entries: ReadonlyMap<string, Entry>
  /** Looks for what has changed, and starts to load it. */
  scan(): Promise<void>
  /** The same, and waits until all of it is loaded or reported. */
  refresh(): Promise<void>
  /** Looks for a folder that may have been put there just now, and waits until it is loaded. */
  seek(name: string): Promise<void>
  /** The same for all that are new. */
  seekAll(): Promise<void>
  close(): Promise<void>
}

type Options = {
  readonly dir: string
  readonly log: Log
  readonly clock: () => Date
  readonly loading: Omit<LoadOptions, 'signal' | 'ownerOf' | 'giveWay'>
}

const RETRY_MS = 30_000

// How often folders are looked for because somebody asks for one that is not known.
const ASK_MS = 250

// What takes longer while others wait is begun anew among its like, where none has to wait for it.
const QUICK_MS = 3000

/** Keeps what serves up with what is on disk: each folder by itself, as a whole or not at all. */
export function watchFolders({ dir, log, clock, loading }: Options): WatchedFolders {
  const quick = limitConcurrency(2 * availableParallelism())
  const slow = limitConcurrency(availableParallelism())
  const giveWay = { afterMs: QUICK_MS, when: quick.hasWaiting }
  const entries = new Map<string, Entry>()
  const retiring = new Set<LoadedFolder>()
  const closing = new AbortController()
  const { signal } = closing
  // One for each folder that is being loaded.
  setMaxListeners(0, signal)
  let isReadable = true

  const retire = (folder: LoadedFolder | undefined) => {
    if (folder === undefined) return
    retiring.add(folder)
    folder
      .retire()
      .catch((error) => log.warn({ err: error, folder: folder.id }, 'a copy was left behind'))
      .finally(() => retiring.delete(folder))
  }

  const load = async (name: string, entry: Entry, more: Pick<LoadOptions, 'giveWay'> = {}) => {
    const path = join(dir, name)
    const ownerOf = (variable: string) => findOwner(entries, name, variable)
    if (entry.signal.aborted) return
    await refuseLink(path)
    const options = { ...loading, ...more, ownerOf, signal: entry.signal }
    const folder = await loadFolder(name, path, options)
    if (entry.signal.aborted) return folder.close()
    retire(entry.serving)
    Object.assign(entry, { serving: folder, loadedAt: clock(), problems: [] })
    log.info({ folder: name, functions: folder.manifest.functions.length }, 'a folder was loaded')
    lookAgainAt(name)
  }

  /** One that hangs holds up the others only for a moment, and one that hung before not at all. */
  const loadInTurn = async (name: string, entry: Entry) => {
    try {
      if (entry.attempts > 0) return await slow.run(() => load(name, entry))
      await quick
        .run(() => load(name, entry, { giveWay }))
        .catch((error) => {
          if (!(error instanceof LoadPreempted)) throw error
          return slow.run(() => load(name, entry))
        })
    } catch (error) {
      if (!entry.signal.aborted) report(name, entry, error)
    }
  }

  /** Those that this one stood in the way of may load now. */
  const lookAgainAt = (name: string) => {
    for (const [other, entry] of entries) {
      if (entry.problems.length > 0 && haveSameVariables(name, other)) entry.mark = ''
    }
  }

  const report = (name: string, entry: Entry, error: unknown) => {
    const isKnown = error instanceof BrokenFolder
    entry.problems = problemsOf(error)
    if (!isKnown || error.mayPass) {
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
        ? 'a folder cannot be loaded'
        : 'a changed folder cannot be loaded; its last good version goes on serving',
    )
  }

  const look = async (name: string) => {
    const entry = entries.get(name) ?? newEntry(signal)
    entries.set(name, entry)
    const mark = await markOf(join(dir, name))
    if (entry.loading !== undefined || entry.signal.aborted) return
    const isDue = performance.now() >= (entry.retryAt ?? Number.POSITIVE_INFINITY)
    if (mark === entry.mark && !isDue) return
    if (mark !== entry.mark) entry.attempts = 0
    entry.mark = mark
    entry.retryAt = undefined
    const before = [...entries].filter(([other]) => other < name && haveSameVariables(name, other))
    // Which of two gets the variables must not depend on which of them loads faster.
    const theirs = before.map(([, { loading: under }]) => under)
    entry.loading = Promise.all(theirs)
      .then(() => loadInTurn(name, entry))
      .finally(() => {
        entry.loading = undefined
        // It may have changed since it was read.
        scan()
      })
  }

  const scanNow = async () => {
    const names = await foldersIn(dir)
    if (signal.aborted) return
    if (names === undefined) {
      if (isReadable) log.warn({ dir }, 'the folder of tools cannot be read; what serves stays')
      isReadable = false
      return
    }
    isReadable = true
    for (const [name, entry] of entries) {
      if (names.includes(name)) continue
      entries.delete(name)
      entry.giveUp()
      retire(entry.serving)
      lookAgainAt(name)
      log.info({ folder: name }, 'a folder was removed')
    }
    const alike = Object.groupBy(names, (name) => secretVariable(name, ''))
    await Promise.all(
      Object.values(alike).map(async (group = []) => {
        for (const name of group) await look(name)
      }),
    )
  }

  let scanning: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** One at a time, and at most one more that has not begun: it will see all there is by then. */
  const scan = () => {
    next ??= scanning.then(() => {
      next = undefined
      scanning = scanNow().catch((error) => {
        log.error({ err: error }, 'the folder of tools could not be looked through')
      })
      return scanning
    })
    return next
  }
  const loads = () => Promise.all([...entries.values()].map((entry) => entry.loading))

  const refresh = async () => {
    // A folder that was being loaded may have changed since it was read.
    await loads()
    await scan()
    await loads()
  }

  let asked: Promise<void> | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  /** However many ask for what is not there, it is looked for only so often. */
  const scanOnDemand = () => {
    asked ??= sleep(Math.max(0, askedAt + ASK_MS - performance.now())).then(() => {
      asked = undefined
      askedAt = performance.now()
      return scan()
    })
    return asked
  }
  const seek = async (name: string) => {
    if (entries.get(name)?.serving !== undefined || !(await isFolder(dir, name))) return
    await entries.get(name)?.loading
    await scanOnDemand()
    await entries.get(name)?.loading
  }
  const seekAll = async () => {
    await scanOnDemand()
    const isNew = ({ serving, problems }: Entry) => serving === undefined && problems.length === 0
    await Promise.all([...entries.values()].filter(isNew).map((entry) => entry.loading))
  }

  const close = async () => {
    closing.abort()
    await asked
    await next
    await scanning
    await loads()
    const serving = [...entries.values()].flatMap((entry) => entry.serving ?? [])
    await Promise.all([...serving, ...retiring].map((folder) => folder.close()))
  }
  return { entries, scan, refresh, seek, seekAll, close }
}

function newEntry(closing: AbortSignal): Entry {
  const removed = new AbortController()
  const signal = AbortSignal.any([closing, removed.signal])
  return { problems: [], attempts: 0, signal, giveUp: () => removed.abort() }
}

/** The folder that serves with this variable already. */
function findOwner(
  entries: ReadonlyMap<string, Entry>,
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
