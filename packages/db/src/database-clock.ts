import { sql } from 'kysely'
import type { Database } from './open-database.ts'

const MEASURE_EVERY_MS = 10_000
/** After a slower answer, it is too uncertain when the server read its clock. */
const MAX_ROUND_TRIP_MS = 1000
const WARN_SKEW_MS = 5000

type Options = {
  db: Database
  /** Called when this machine's clock begins to differ from the database's by more than 5 s. */
  onSkew?: (skewMs: number) => void
  onError?: (error: unknown) => void
}

export type DatabaseClock = {
  /** The current time of the database. */
  now(): Date
  close(): Promise<void>
}

type Measurement = { readonly offset: number; readonly roundTripMs: number }

/**
 * A clock for due times, expiry and sweeps. All processes with the same database share its time, so a
 * machine with a wrong clock neither deletes nor delivers anything too early. Between measurements the
 * clock follows `performance.now()`, which cannot be set.
 */
export async function openDatabaseClock({ db, onSkew, onError }: Options): Promise<DatabaseClock> {
  const first = [await measure(db), await measure(db), await measure(db)]
  let { offset } = first.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a))
  let hasWarned = false
  let isClosed = false
  let measuring: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  let latest = 0
  const now = () => {
    const time = Math.floor(performance.now() + offset)
    // A small correction must not move time backwards, so that due items stay due.
    const isSmall = time < latest && latest - time < MAX_ROUND_TRIP_MS
    if (!isSmall) latest = time
    return new Date(latest)
  }

  function warnOnce(): void {
    const skewMs = Date.now() - now().getTime()
    if (Math.abs(skewMs) <= WARN_SKEW_MS) hasWarned = false
    else if (!hasWarned) {
      hasWarned = true
      onSkew?.(skewMs)
    }
  }

  async function adjust(): Promise<void> {
    try {
      const measured = await measure(db)
      // A difference of up to half the round trip may be a measurement error.
      const isCertain = Math.abs(measured.offset - offset) > measured.roundTripMs / 2
      if (isCertain && measured.roundTripMs <= MAX_ROUND_TRIP_MS) offset = measured.offset
      warnOnce()
    } catch (error) {
      if (!isClosed) onError?.(error)
    }
    schedule()
  }

  function schedule(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      measuring = adjust()
    }, MEASURE_EVERY_MS)
    timer.unref()
  }

  warnOnce()
  schedule()
  return {
    now,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await measuring
    },
  }
}

async function measure(db: Database): Promise<Measurement> {
  const before = performance.now()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
  `.execute(db)
  const after = performance.now()
  return { offset: (rows[0]?.ms ?? 0) - (before + after) / 2, roundTripMs: after - before }
}
