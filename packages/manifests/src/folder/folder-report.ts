import type { FolderProblem } from '../manifest/folder-problem.ts'
import type { Entry } from './watch-folders.ts'

export type FolderStatus =
  /** It was just found, and nothing is known of it yet. */
  | 'loading'
  /** What is in the folder serves. */
  | 'loaded'
  /** What is in the folder is broken, and its last good version serves. */
  | 'serving_last_good'
  /** Nothing serves. */
  | 'broken'

/** What became of one folder. */
export type FolderReport = {
  readonly folder: string
  readonly status: FolderStatus
  /** When what serves was loaded. */
  readonly loadedAt: Date | null
  readonly problems: readonly FolderProblem[]
  readonly warnings: readonly FolderProblem[]
}

type Labelled = { readonly id: string; readonly label: string }

/** Names that mean two folders: they can still be chosen by their ids. */
export function clashes(toolsets: readonly Labelled[], id: string): FolderProblem[] {
  const own = toolsets.find((toolset) => toolset.id === id)
  if (own === undefined) return []
  const others = toolsets.filter((other) => other.id !== id)
  const sameLabel = others.filter(({ label }) => label === own.label).map((other) => other.id)
  const sameId = others.filter((other) => other.id === own.label).map((other) => other.id)
  const at = (reason: string) => ({ file: 'manifest.yaml', line: null, reason })
  return [
    ...(sameLabel.length === 0
      ? []
      : [at(`The label "${own.label}" is also that of ${sameLabel.join(', ')}: choose by id.`)]),
    ...(sameId.length === 0
      ? []
      : [at(`The label "${own.label}" is the id of another folder, which is chosen by it.`)]),
  ]
}

/** All folders that were looked at, in the order of their names. */
export function reportOn(entries: ReadonlyMap<string, Entry>): FolderReport[] {
  const labels = [...entries].flatMap(([id, { serving }]) =>
    serving === undefined ? [] : [{ id, label: serving.manifest.label }],
  )
  return [...entries]
    .filter(([, { mark }]) => mark !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, entry]) => {
      const { serving, loadedAt = null, problems } = entry
      const warnings = [...(serving?.manifest.warnings ?? []), ...clashes(labels, folder)]
      return { folder, status: statusOf(entry), loadedAt, problems, warnings }
    })
}

function statusOf({ serving, problems }: Entry): FolderStatus {
  if (serving === undefined) return problems.length === 0 ? 'loading' : 'broken'
  return problems.length === 0 ? 'loaded' : 'serving_last_good'
}
