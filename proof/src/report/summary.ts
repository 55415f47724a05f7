import type { Proof } from './page.ts'

const BEGIN = '<!-- written by pnpm prove -->'
const END = '<!-- end -->'

type Line = {
  readonly suite: string
  readonly tested: string
  /** Names of figures, each with its text, in which `*` stands for the value. */
  readonly figures: readonly (readonly [name: string, text: string])[]
}

const LINES: readonly Line[] = [
  {
    suite: 'faults',
    tested: 'PostgreSQL, Redis, connections and processes broken under load',
    figures: [
      ['faults', '* faults'],
      ['writes acknowledged', '* writes'],
      ['writes lost', '* lost'],
      ['writes doubled', '* doubled'],
      ['prompts lost', '* prompts lost'],
      ['slowest recovery', 'normal speed again after at most *'],
    ],
  },
  {
    suite: 'lost-answers',
    tested: 'answers lost after the commit, and calls repeated',
    figures: [
      ['calls', '* calls'],
      ['calls with more or less than one effect', '* with more or less than one effect'],
    ],
  },
  {
    suite: 'upgrade',
    tested: 'two versions on one database while it is migrated',
    figures: [
      ['writes acknowledged', '* writes'],
      ['of them failed at first', '* failed'],
    ],
  },
  {
    suite: 'scale-out',
    tested: 'rolling restart of three gateways',
    figures: [
      ['calls during the rolling restart', '* calls'],
      ['of them failed', '* failed'],
    ],
  },
  {
    suite: 'fuzz',
    tested: 'requests generated from the OpenAPI document',
    figures: [
      ['requests', '* requests'],
      ['failures', '* internal errors, crashes or hangs'],
    ],
  },
]

const format = (value: number | string = '?'): string => value.toLocaleString('en')

/** The main figures, for README.md. */
export function renderSummary({ suites }: Proof): string[] {
  const rows = LINES.flatMap(({ suite, tested, figures }) => {
    const result = suites[suite]
    if (result === undefined) return []
    const texts = figures.map(([name, text]) => text.replace('*', format(result.figures[name])))
    return [`| ${tested} | ${texts.join(', ')} |`]
  })
  return ['| tested | result |', '| --- | --- |', ...rows]
}

/** Replaces what is between the marks in README.md. */
export function replaceSummary(readme: string, lines: readonly string[]): string {
  const from = readme.indexOf(BEGIN)
  const to = readme.indexOf(END)
  if (from === -1 || to < from)
    throw new Error('README.md has no place for the figures of the proof')
  return `${readme.slice(0, from)}${[BEGIN, ...lines].join('\n')}\n${readme.slice(to)}`
}
