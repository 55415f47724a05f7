const FIRST = 10_000
const LONGEST = 3_600_000

/** How often a delivery is tried before it counts as failed; the waits add up to some four hours. */
export const ATTEMPTS = 12

/**
 * How long to wait after this many attempts: 10 s, doubled every time up to an hour, with up to a
 * fifth more or less, so that what failed together does not come back together. A receiver that
 * asks for more gets it.
 */
export function waitAfter(attempts: number, random: number, retryAfterMs = 0): number {
  const wait = Math.min(FIRST * 2 ** Math.min(attempts - 1, 20), LONGEST)
  return Math.max(Math.round(wait * (0.8 + 0.4 * random)), retryAfterMs)
}
