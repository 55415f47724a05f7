import { formatNumber } from './format.ts'

export type Bar = { readonly label: string; readonly value: number; readonly isOurs: boolean }

const WIDTH = 760
const LABEL_WIDTH = 330
const ROW_HEIGHT = 28
const TOP = 44

/** A horizontal bar chart as SVG, readable on light and dark pages. */
export function barChart(title: string, unit: string, bars: readonly Bar[]): string {
  const highest = Math.max(...bars.map(({ value }) => value))
  const scale = (WIDTH - LABEL_WIDTH - 110) / highest
  const height = TOP + bars.length * ROW_HEIGHT + 12
  const rows = bars.map(({ label, value, isOurs }, index) => {
    const y = TOP + index * ROW_HEIGHT
    const length = Math.max(1, value * scale)
    return [
      `<text x="${LABEL_WIDTH - 10}" y="${y + 17}" text-anchor="end">${escapeXml(label)}</text>`,
      `<rect x="${LABEL_WIDTH}" y="${y + 3}" width="${length.toFixed(1)}" height="20" rx="3" fill="${isOurs ? '#2f6f4f' : '#9aa5b1'}"/>`,
      `<text x="${LABEL_WIDTH + length + 8}" y="${y + 17}">${formatNumber(value)}${unit}</text>`,
    ].join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="${escapeXml(title)}"><rect width="100%" height="100%" fill="#ffffff" rx="6"/><text x="16" y="26" font-size="15" font-weight="600">${escapeXml(title)}</text>${rows.join('')}</svg>\n`
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
