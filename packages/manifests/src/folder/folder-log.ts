import type { Log } from '@quartermaster/toolkit'

export type FolderLogEntry = {
  readonly at: Date
  readonly level: keyof Log
  /** The function that was called; null outside calls. */
  readonly function: string | null
  readonly message: string
}

/** The latest lines of one folder: what its module wrote, and what happened when it was loaded. */
export type FolderLog = {
  /** `message` must not contain secrets. */
  add(level: FolderLogEntry['level'], message: string, fn?: string): void
  /** The newest entry first. */
  list(): readonly FolderLogEntry[]
}

// Both limits apply, since a gateway may serve hundreds of folders.
const MAX_ENTRIES = 200
const MAX_CHARACTERS = 50_000

/** A log in memory. It survives reloads of the folder and ends with the process. */
export function openFolderLog(clock: () => Date): FolderLog {
  const entries: FolderLogEntry[] = []
  let characters = 0
  return {
    add(level, message, fn) {
      entries.push({ at: clock(), level, function: fn ?? null, message })
      characters += message.length
      while (entries.length > MAX_ENTRIES || (characters > MAX_CHARACTERS && entries.length > 1)) {
        characters -= entries.shift()?.message.length ?? 0
      }
    },
    list: () => entries.toReversed(),
  }
}
