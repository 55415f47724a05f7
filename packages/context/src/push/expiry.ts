import { ToolError } from '@quartermaster/toolkit'

const SECOND = 1000
const HOUR = 3600 * SECOND
export const DEFAULT_HOURS = 24

/** 100 years. A longer time is a mistake in the unit, and could exceed the range of dates. */
export const MAX_HOURS = 100 * 365.25 * 24
export const MAX_SECONDS = MAX_HOURS * 3600

type Ttl = { ttl_hours?: number | undefined; ttl?: number | undefined }

/** When a value that is pushed at `now` expires; null for never. */
export function expiry(now: Date, { ttl_hours: hours, ttl: seconds }: Ttl): Date | null {
  if (hours !== undefined && seconds !== undefined) {
    throw new ToolError('invalid_input', "Send either 'ttl_hours' or 'ttl', not both.", {
      suggestion: "Leave out 'ttl', which is in seconds, and keep 'ttl_hours'.",
    })
  }
  const length = seconds === undefined ? (hours ?? DEFAULT_HOURS) * HOUR : seconds * SECOND
  return length === 0 ? null : new Date(now.getTime() + Math.ceil(length))
}

/** Seconds until `expiresAt`, rounded up: at least 1 while the value is readable. */
export const secondsLeft = (now: Date, expiresAt: Date): number =>
  Math.ceil((expiresAt.getTime() - now.getTime()) / SECOND)
