/** Numbers, sizes and times as people read them. */

const NUMBER = new Intl.NumberFormat('en')

export const formatNumber = (value: number): string => NUMBER.format(value)

/** "1 row", "5 rows". */
export const formatCount = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`

export function formatMilliseconds(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' })

/** "5m ago", "in 2h"; within a minute "just now" or "soon". */
export function formatAge(time: Date, now: Date): string {
  const seconds = Math.round((time.getTime() - now.getTime()) / 1000)
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (unit === undefined) return seconds > 5 ? `in ${seconds}s` : agoInSeconds(-seconds)
  return RELATIVE.format(Math.trunc(seconds / unit[1]), unit[0])
}

const agoInSeconds = (seconds: number): string => (seconds < 5 ? 'just now' : `${seconds}s ago`)
