import type { Row, SuiteResult } from '../results.ts'
import { isReached, TARGETS, type Target, type TargetId } from '../targets.ts'
import { formatNumber, formatSpread, markdownTable } from './format.ts'
import type { Machine } from './machine.ts'

/** The page that `pnpm bench` writes. */
export function markdownReport(results: readonly SuiteResult[], machine: Machine): string {
  return [
    '# Benchmark results',
    '',
    '<!-- Written by `pnpm bench`; do not edit. -->',
    '',
    `Measured on ${machine.date}: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, Node.js ${machine.node}, PostgreSQL ${machine.postgres}, load by ${machine.loadGenerator} in a process of its own. Server, database and load share the machine, so look at the ratios.`,
    '',
    '## Targets',
    '',
    targetsTable(results),
    ...results.flatMap(suiteSection),
    '',
  ].join('\n')
}

export function targetsTable(results: readonly SuiteResult[]): string {
  const figures = Object.assign(
    {},
    ...results.map((result) => result.figures),
  ) as SuiteResult['figures']
  const rows = Object.entries(TARGETS).flatMap(([id, target]: [string, Target]) => {
    const spread = figures?.[id as TargetId]
    if (spread === undefined) return []
    const limit = `${target.lowerIsBetter ? '≤' : '≥'} ${formatNumber(target.atLeast)}${target.unit}`
    const verdict = isReached(target, spread.median) ? 'yes' : '**no**'
    return [
      [
        target.label,
        `${formatSpread(spread)}${target.unit}`,
        limit,
        `${formatNumber(target.goal)}${target.unit}`,
        verdict,
      ],
    ]
  })
  return markdownTable(['figure', 'measured (low–high)', 'required', 'goal', 'reached'], rows)
}

function suiteSection({ title, rows = [], tables = [], notes = [] }: SuiteResult): string[] {
  return [
    '',
    `## ${title}`,
    ...(rows.length === 0 ? [] : ['', rowsTable(rows)]),
    ...tables.flatMap((table) => [
      '',
      `### ${table.title}`,
      '',
      markdownTable(table.head, table.rows),
    ]),
    ...notes.flatMap((note) => ['', note]),
  ]
}

const rowsTable = (rows: readonly Row[]): string =>
  markdownTable(
    [
      'call',
      'connections',
      'calls per second (low–high)',
      'p50 ms',
      'p99 ms',
      'server CPU ms',
      'PostgreSQL CPU ms',
    ],
    rows.map(
      ({
        name,
        connections,
        measurement: { perSecond, p50Ms, p99Ms, serverCpuMs, postgresCpuMs },
      }) => [
        name,
        String(connections),
        formatSpread(perSecond),
        p50Ms,
        p99Ms,
        serverCpuMs ?? '',
        postgresCpuMs ?? '',
      ],
    ),
  )
