/** The longest duration of class 0, in milliseconds. Each doubling has four classes. */
export const SHORTEST_MS = 0.25
export const CLASSES_OF_DOUBLING = 4
const LAST_CLASS = 80

/** The class of durations in which a call is counted: exact enough for percentiles, and few rows. */
export function durationClass(milliseconds: number): number {
  if (milliseconds <= SHORTEST_MS) return 0
  return Math.min(
    LAST_CLASS,
    Math.ceil(CLASSES_OF_DOUBLING * Math.log2(milliseconds / SHORTEST_MS)),
  )
}
