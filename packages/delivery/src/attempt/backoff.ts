const FIRST_MS = 10_000
const LONGEST_MS = 3_600_000

/** Attempts before a delivery counts as failed. They span about three and a half hours. */
export const ATTEMPTS = 12

/**
 * The wait after `attempts` attempts: 10 s, doubled each time up to an hour, with 20 % jitter.
 * `retryAfterMs` is the minimum that the receiver asked for.
 */
export function waitAfter(attempts: number, random: number, retryAfterMs = 0): number {
  const wait = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_MS)
  return Math.max(Math.round(wait * (0.8 + 0.4 * random)), retryAfterMs)
}
