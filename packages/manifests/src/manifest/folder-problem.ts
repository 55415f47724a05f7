/** One thing that is wrong with a folder, told so that its author can go there and mend it. */
export type FolderProblem = {
  /** Relative to the folder. */
  readonly file: string
  readonly line: number | null
  readonly reason: string
}

/** Why a folder cannot serve: all that was found, not only the first. */
export class BrokenFolder extends Error {
  override readonly name = 'BrokenFolder'
  readonly problems: readonly FolderProblem[]
  /** Whether the same folder may load another time: it took too long, perhaps on a busy machine. */
  mayPass = false

  constructor(...problems: FolderProblem[]) {
    super(problems.map(problemText).join('; '))
    this.problems = problems
  }
}

/** `manifest.yaml:12: …`, as editors and terminals make links of it. */
export const problemText = ({ file, line, reason }: FolderProblem): string =>
  `${file}${line === null ? '' : `:${line}`}: ${reason}`

/** A folder that was given up for taking too long. */
export const tookTooLong = (problem: FolderProblem): BrokenFolder =>
  Object.assign(new BrokenFolder(problem), { mayPass: true })
