const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HOURS_WITH_MINUTES = 4

/** Calls before this time, the beginning of an hour, are counted by the hour; later ones by the minute. */
export const startOfMinutes = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / HOUR) * HOUR - HOURS_WITH_MINUTES * HOUR)

type Period = { readonly since: Date; readonly until: Date }

/** The shortest period of whole minutes, or whole hours, that contains this one. */
export function countedPeriod({ since, until }: Period, now: Date): Period {
  // The job that adds minutes up to hours may already have run for the next hour.
  const minutesFrom = startOfMinutes(now).getTime() + HOUR
  const unitOf = (time: number) => (time < minutesFrom ? HOUR : MINUTE)
  const [first, last] = [since.getTime(), until.getTime()]
  return {
    since: new Date(Math.floor(first / unitOf(first)) * unitOf(first)),
    until: new Date(Math.ceil(last / unitOf(last)) * unitOf(last)),
  }
}
