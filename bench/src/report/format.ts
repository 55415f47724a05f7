import type { Spread } from '../measure.ts'

export const formatNumber = (value: number): string => {
  if (Number.isNaN(value)) return ''
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(Math.abs(value) < 1 ? 3 : 2)
}

export const formatSpread = ({ median, low, high }: Spread): string =>
  low === high
    ? formatNumber(median)
    : `${formatNumber(median)} (${formatNumber(low)}–${formatNumber(high)})`

export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string => {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
