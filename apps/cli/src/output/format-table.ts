const MAX_WIDTH = 60

/** Entries as aligned columns under a heading. Long values are cut. */
export function formatTable(
  entries: readonly Record<string, unknown>[],
  columns: readonly string[],
): string {
  const heading = columns.map((column) => column.toUpperCase().replaceAll('_', ' '))
  const rows = [heading, ...entries.map((entry) => columns.map((name) => cellText(entry[name])))]
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = Array.isArray(value)
    ? value.map(cellText).join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line
}
