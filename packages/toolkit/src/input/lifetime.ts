const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(s|secs?|seconds?)$/, SECONDS.s],
  [/^(m|mins?|minutes?)$/, SECONDS.m],
  [/^(h|hrs?|hours?)$/, SECONDS.h],
  [/^(d|days?)$/, SECONDS.d],
  [/^(w|weeks?)$/, SECONDS.w],
]

export const DEFAULT_LIFETIME_SECONDS = SECONDS.d

/** The seconds in a unit such as `minutes` or `h`. */
export const secondsOf = (unit: string): number | undefined =>
  UNITS.find(([name]) => name.test(unit.toLowerCase()))?.[1]

/** The seconds of `24h` or `1 hour`; 0 for `never`. */
export function parseLifetime(text: string): number | undefined {
  if (/^(never|forever|none|infinite|unlimited)$/i.test(text.trim())) return 0
  const [, amount, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(text) ?? []
  const seconds = amount === undefined ? undefined : secondsOf(unit)
  return seconds === undefined ? undefined : Number(amount) * seconds
}
