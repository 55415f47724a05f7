import { quote, ToolError } from '@quartermaster/toolkit'
import { parseCron } from './cron.ts'
import { formatInstant, parseInstant } from './instant.ts'
import { parseInterval } from './parse-interval.ts'
import {
  suggestCron,
  suggestDay,
  suggestInterval,
  suggestTime,
  suggestZone,
} from './suggest-timing.ts'
import { findTimeZone, type TimeZone } from './time-zone.ts'

/** The columns of a schedule that determine its slots. */
export type TimingColumns = {
  readonly kind: 'once' | 'cron' | 'interval'
  readonly expression: string
  readonly timezone: string
  readonly every_seconds: number | null
  readonly first_run: Date | null
  readonly next_run: Date
}

/** Reads a future instant. `field` names the argument in errors, `late` is the error for the past. */
export function readFuture(field: string, text: string, now: Date, late: string): Date {
  const instant = parseInstant(text.trim() === text ? text : '')
  if (instant === undefined) {
    throw new ToolError(
      'invalid_input',
      `Invalid ${field}: ${quote(text)} is not a date and time.`,
      {
        suggestion: suggestTime(field, now, text),
      },
    )
  }
  if (instant > now) return instant
  throw new ToolError('invalid_input', late, {
    suggestion: suggestTime(field, now),
  })
}

export function readTime(text: string, now: Date): TimingColumns {
  const late = 'Scheduled time must be in the future'
  const at = readFuture('time', text, now, late)
  return {
    kind: 'once',
    expression: formatInstant(at),
    timezone: 'UTC',
    every_seconds: null,
    first_run: at,
    next_run: at,
  }
}

export function readTimeZone(name: string): TimeZone {
  const zone = findTimeZone(name)
  if (zone !== undefined) return zone
  throw new ToolError('invalid_input', `Unknown timezone ${quote(name)}.`, {
    suggestion: suggestZone(name),
  })
}

export function readCron(expression: string, timezone: string, now: Date): TimingColumns {
  const zone = readTimeZone(timezone)
  const cron = parseCron(expression, zone.name)
  const next = cron?.next(now)
  if (cron !== undefined && next === undefined) {
    throw new ToolError(
      'invalid_input',
      `Invalid cron expression: ${quote(expression)} names a date that never occurs`,
      { suggestion: suggestDay(expression) },
    )
  }
  if (next === undefined) {
    throw new ToolError('invalid_input', `Invalid cron expression: ${quote(expression)}`, {
      suggestion: suggestCron(expression),
    })
  }
  return {
    kind: 'cron',
    expression: expression.trim().replace(/\s+/g, ' '),
    timezone: zone.name,
    every_seconds: null,
    first_run: null,
    next_run: next,
  }
}

export function readEvery(text: string, startAt: string | undefined, now: Date): TimingColumns {
  const seconds = parseInterval(text)
  if (seconds === undefined) {
    throw new ToolError(
      'invalid_input',
      `Invalid interval in 'every': ${quote(text)}. Use a whole number above 0 with s, m or h, such as "30s", "5m" or "1h"; without a letter it is seconds. The longest is 8784h.`,
      { suggestion: suggestInterval(text) },
    )
  }
  const late = 'Start time must be in the future'
  const first =
    startAt === undefined
      ? new Date(now.getTime() + seconds * 1000)
      : readFuture('start_at', startAt, now, late)
  return {
    kind: 'interval',
    expression: text,
    timezone: 'UTC',
    every_seconds: seconds,
    first_run: first,
    next_run: first,
  }
}

export function readEndAt(text: string | undefined, first: Date, now: Date): Date | null {
  if (text === undefined) return null
  const end = readFuture('end_at', text, now, 'The end_at must be in the future')
  if (end >= first) return end
  throw new ToolError('invalid_input', 'The end_at is before the first slot.', {
    suggestion: `The first slot is at ${formatInstant(first)}.`,
  })
}
