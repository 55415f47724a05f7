const FORM = /^(\d{1,12})([smh]?)$/
const SECONDS = { '': 1, s: 1, m: 60, h: 3600 } as const

/** One leap year. */
const MAX_SECONDS = 366 * 24 * 3600

/** Whole seconds of "30s", "5m", "1h" or "45"; undefined for anything else. */
export function parseInterval(text: string): number | undefined {
  const [, digits = '', unit = ''] = FORM.exec(text) ?? []
  const seconds = Number(digits) * SECONDS[unit as keyof typeof SECONDS]
  return seconds > 0 && seconds <= MAX_SECONDS ? seconds : undefined
}
