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
  const failed = results.filter(({ broken }) => broken.length > 0)
  return [
    '# Proof',
    '',
    'Promises that were tested by breaking things on purpose, and the figures. `pnpm prove` runs everything',
    'again and writes this page; `pnpm prove --quick` takes about fifteen minutes, `pnpm prove --only faults,soak`',
    'runs some of the suites and `--seed N` repeats random choices.',
    '',
    failed.length === 0
      ? `**All promises held** in ${results.length} suites.`
      : `**Promises held in ${results.length - failed.length} of ${results.length} suites.** Not held: ${failed.map(linkTo).join(', ')}.`,
    '',
    `Machine: ${machine}.`,
    ...(note === undefined ? [] : ['', note]),
    '',
    '| suite | date | run | seed | result |',
    '| --- | --- | --- | --- | --- |',
    ...results.map(
      ({ title, date, isQuick, seed, broken }) =>
        `| ${linkTo({ title })} | ${date} | ${isQuick ? 'short' : 'whole'} | ${seed ?? ''} | ${broken.length === 0 ? 'held' : 'not held'} |`,
    ),
    '',
    ...results.flatMap(renderSuite),
  ].join('\n')
}

const linkTo = ({ title }: { title: string }) =>
  `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`

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
    ...broken.map((text) => `- Not held: ${text.replaceAll('\n', ' ')}`),
    ...(broken.length === 0 ? [] : ['']),
  ]
}
