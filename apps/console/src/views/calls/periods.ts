const MINUTE = 60_000

const LENGTHS: Readonly<Record<string, number>> = {
  '15m': 15 * MINUTE,
  '1h': 60 * MINUTE,
  '24h': 24 * 60 * MINUTE,
  '7d': 7 * 24 * 60 * MINUTE,
}

export const PERIODS = [
  { value: '15m', label: 'Last 15 minutes' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
]

/** The start of a period, on a full minute, so that a query keeps its key for a while. */
export function sinceOf(period: string | undefined, now = Date.now()): string | undefined {
  const length = LENGTHS[period ?? '']
  if (length === undefined) return undefined
  return new Date(Math.floor((now - length) / MINUTE) * MINUTE).toISOString()
}
