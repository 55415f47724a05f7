/** The result of a suite of `pnpm prove`. */
export type SuiteResult = {
  readonly title: string
  /** One or two sentences: what was broken, and how. */
  readonly about: string
  readonly date: string
  readonly seconds: number
  /** Whether the suite was shortened, by `--quick`. */
  readonly isQuick: boolean
  readonly seed?: number
  /** The main figures, in the order of the page. */
  readonly figures: Readonly<Record<string, number | string>>
  readonly table?: {
    readonly head: readonly string[]
    readonly rows: readonly (readonly string[])[]
  }
  /** Promises that were broken; empty if all held. */
  readonly broken: readonly string[]
}

export type RunOptions = { readonly isQuick: boolean; readonly seed: number }

export type Suite = {
  readonly id: string
  readonly title: string
  readonly about: string
  /** Whether `--quick` makes a difference. */
  readonly hasQuickRun?: true
  /** Undefined where the suite is not part of this checkout, or cannot run on this machine. */
  readonly run: (options: RunOptions) => Promise<Found | undefined>
}

type Found = Omit<SuiteResult, 'title' | 'about' | 'date' | 'seconds' | 'isQuick'> & {
  /** When it was measured, if not now. */
  readonly date?: string
}
