import { IANA_NAMES } from './iana-names.ts'

/** Local time as if it were UTC, in milliseconds. Not an instant. */
export type WallTime = number

export type TimeZone = {
  readonly name: string
  /** Offset from UTC in milliseconds. */
  offsetAt(instant: number): number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Looks up an IANA name, ignoring case. */
export function findTimeZone(text: string): TimeZone | undefined {
  const name = names.get(text.toLowerCase())
  if (name === undefined) return undefined
  const known = zones.get(name)
  if (known !== undefined) return known
  try {
    const zone = makeTimeZone(name)
    zones.set(name, zone)
    return zone
  } catch (error) {
    // The runtime's time zone data is older than the name.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

// Only IANA names: the runtime accepts others with surprising meanings, such as "BST" for Dhaka.
const names = new Map(
  [...Intl.supportedValuesOf('timeZone'), ...IANA_NAMES].map((name) => [name.toLowerCase(), name]),
)
const zones = new Map<string, TimeZone>()

export const timeZoneNames = (): readonly string[] => [...names.values()]

const MAX_CACHED_DAYS = 5000

function makeTimeZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const read = (instant: number): number => {
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
  }
  // `formatToParts` is slow, and the offset is constant except on the few days with a change.
  const days = new Map<number, number | 'changes'>()
  const offsetAt = (instant: number): number => {
    const day = Math.floor(instant / DAY)
    let offset = days.get(day)
    if (offset === undefined) {
      const begin = read(day * DAY)
      offset = begin === read((day + 1) * DAY) ? begin : 'changes'
      if (days.size >= MAX_CACHED_DAYS) days.clear()
      days.set(day, offset)
    }
    return offset === 'changes' ? read(instant) : offset
  }
  return { name, offsetAt: name === 'UTC' ? () => 0 : offsetAt }
}

/**
 * The instant of a wall time: the first one for a repeated wall time, and the instant of the change
 * for a skipped one.
 */
export function instantOf(zone: TimeZone, wall: WallTime): number {
  // No zone changes its offset twice within three days.
  const before = zone.offsetAt(wall - 1.5 * DAY)
  const after = zone.offsetAt(wall + 1.5 * DAY)
  const early = wall - Math.max(before, after)
  const late = wall - Math.min(before, after)
  if (before === after || zone.offsetAt(early) + early === wall) return early
  if (zone.offsetAt(late) + late === wall) return late
  return changeBetween(zone, early - DAY, late + DAY)
}

/** The first instant of the new offset. The offsets at `from` and `to` must differ. */
export function changeBetween(zone: TimeZone, from: number, to: number): number {
  const old = zone.offsetAt(from)
  let [low, high] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offsetAt(middle * 1000) === old) low = middle
    else high = middle
  }
  return high * 1000
}
