import { cpus, totalmem } from 'node:os'
import type { SuiteResult } from './suite.ts'

export type Proof = {
  readonly machine: string
  /** Circumstances of the run that readers should know. */
  readonly note?: string | undefined
  /** Results by the id of their suite; a suite that was never run is absent. */
  readonly suites: Readonly<Record<string, SuiteResult>>
}

export const describeMachine = (): string => {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const cpu = cpus()[0]?.model.trim() ?? 'unknown CPU'
  return `${cpus().length} cores (${cpu}), ${gigabytes} GB, Node.js ${process.versions.node}, ${process.platform}`
}

/** The page of the last results of every suite. */
export function renderPage({ machine, suites, note }: Proof): string {
  const results = Object.values(suites)
  const broken = results.flatMap(({ title, broken }) => broken.map((text) => `${title}: ${text}`))
  return [
    '# Proof',
    '',
    'Promises that were tested by breaking things on purpose, and the figures. `pnpm prove` runs everything',
    'again and writes this page; `pnpm prove --quick` takes about fifteen minutes, `pnpm prove --only faults,soak`',
    'runs some of the suites and `--seed N` repeats random choices.',
    '',
    broken.length === 0
      ? `**All promises held** in ${results.length} suites.`
      : `**${broken.length} promises were broken:** ${broken.join('; ')}`,
    '',
    `Machine: ${machine}.`,
    ...(note === undefined ? [] : ['', note]),
    '',
    '| suite | date | run | seed | result |',
    '| --- | --- | --- | --- | --- |',
    ...results.map(
      ({ title, date, isQuick, seed, broken }) =>
        `| [${title}](#${anchor(title)}) | ${date} | ${isQuick ? 'short' : 'whole'} | ${seed ?? ''} | ${broken.length === 0 ? 'held' : 'broken'} |`,
    ),
    '',
    ...results.flatMap(renderSuite),
  ].join('\n')
}

const anchor = (title: string) => title.toLowerCase().replaceAll(' ', '-')

function renderSuite({ title, about, figures, table, broken, seconds }: SuiteResult): string[] {
  return [
    `## ${title}`,
    '',
    about,
    '',
    '| figure | |',
    '| --- | --- |',
    ...Object.entries(figures).map(([label, value]) => `| ${label} | ${value} |`),
    `| took | ${Math.round(seconds)} s |`,
    '',
    ...(table === undefined
      ? []
      : [
          `| ${table.head.join(' | ')} |`,
          `| ${table.head.map(() => '---').join(' | ')} |`,
          ...table.rows.map((row) => `| ${row.join(' | ')} |`),
          '',
        ]),
    ...broken.map((text) => `- Broken: ${text.replaceAll('\n', ' ')}`),
    ...(broken.length === 0 ? [] : ['']),
  ]
}
