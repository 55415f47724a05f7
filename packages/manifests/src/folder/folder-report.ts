import type { FolderProblem } from '../manifest/folder-problem.ts'
import type { FolderChanges } from './compare-versions.ts'
import type { WatchedFolder } from './watch-folders.ts'

export type FolderStatus =
  /** Found and not loaded yet. */
  | 'loading'
  /** The current contents are served. */
  | 'loaded'
  /** The current contents are broken; the last good version is served. */
  | 'serving_last_good'
  /** Broken, and no version is served. */
  | 'broken'

/** The load report of one folder. */
export type FolderReport = {
  readonly folder: string
  readonly status: FolderStatus
  /** When the served version was loaded. */
  readonly loadedAt: Date | null
  /** What the last reload changed; null before the first reload that changed something. */
  readonly changes: (FolderChanges & { readonly at: Date }) | null
  readonly problems: readonly FolderProblem[]
  readonly warnings: readonly FolderProblem[]
}

type Labelled = { readonly id: string; readonly label: string }

/** Warnings about a label that another folder has too; both can still be chosen by id. */
export function labelClashes(toolsets: readonly Labelled[], id: string): FolderProblem[] {
  const own = toolsets.find((toolset) => toolset.id === id)
  if (own === undefined) return []
  const others = toolsets.filter((other) => other.id !== id)
  const sameLabel = others.filter(({ label }) => label === own.label).map((other) => other.id)
  const sameId = others.filter((other) => other.id === own.label).map((other) => other.id)
  const at = (reason: string) => ({ file: 'manifest.yaml', line: null, reason })
  return [
    ...(sameLabel.length === 0
      ? []
      : [
          at(
            `The label "${own.label}" is also the label of ${sameLabel.join(', ')}: choose by id.`,
          ),
        ]),
    ...(sameId.length === 0
      ? []
      : [at(`The label "${own.label}" is the id of another folder, which takes precedence.`)]),
  ]
}

/** The reports of all folders, sorted by name. */
export function reportFolders(entries: ReadonlyMap<string, WatchedFolder>): FolderReport[] {
  const labels = [...entries].flatMap(([id, { serving }]) =>
    serving === undefined ? [] : [{ id, label: serving.manifest.label }],
  )
  return [...entries]
    .filter(([, { fingerprint }]) => fingerprint !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, entry]) => {
      const { serving, loadedAt = null, changes = null, problems } = entry
      const warnings = [...(serving?.manifest.warnings ?? []), ...labelClashes(labels, folder)]
      return { folder, status: statusOf(entry), loadedAt, changes, problems, warnings }
    })
}

function statusOf({ serving, problems }: WatchedFolder): FolderStatus {
  if (serving === undefined) return problems.length === 0 ? 'loading' : 'broken'
  return problems.length === 0 ? 'loaded' : 'serving_last_good'
}
