/** One fault of a folder, with the place where its author can fix it. */
export type FolderProblem = {
  /** Relative to the folder. */
  readonly file: string
  readonly line: number | null
  readonly reason: string
}

/** The folder cannot be loaded. `problems` lists every fault found, not only the first. */
export class BrokenFolder extends Error {
  override readonly name = 'BrokenFolder'
  readonly problems: readonly FolderProblem[]
  /** Whether loading the unchanged folder again may succeed, such as after a timeout. */
  isTemporary = false

  constructor(...problems: FolderProblem[]) {
    super(problems.map(problemText).join('; '))
    this.problems = problems
  }
}

/** `manifest.yaml:12: …`, the form that editors and terminals turn into links. */
export const problemText = ({ file, line, reason }: FolderProblem): string =>
  `${file}${line === null ? '' : `:${line}`}: ${reason}`

/** Loading took too long, perhaps because the machine is busy. */
export const tookTooLong = (problem: FolderProblem): BrokenFolder =>
  Object.assign(new BrokenFolder(problem), { isTemporary: true })
