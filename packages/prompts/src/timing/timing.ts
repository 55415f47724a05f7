import { parseCron } from './cron.ts'

/** The rule for a schedule's slots. */
export type Timing =
  | { readonly kind: 'once'; readonly at: Date }
  | { readonly kind: 'cron'; readonly expression: string; readonly timezone: string }
  | { readonly kind: 'interval'; readonly everySeconds: number; readonly firstRun: Date }

/** The first slot after `after`; undefined if there is none by `endAt`. */
export function nextSlot(timing: Timing, after: Date, endAt: Date | null): Date | undefined {
  const next = slotAfter(timing, after)
  return next !== undefined && endAt !== null && next > endAt ? undefined : next
}

function slotAfter(timing: Timing, after: Date): Date | undefined {
  switch (timing.kind) {
    case 'once':
      return timing.at > after ? timing.at : undefined
    case 'cron':
      return parseCron(timing.expression, timing.timezone)?.next(after)
    case 'interval': {
      const step = timing.everySeconds * 1000
      const first = timing.firstRun.getTime()
      // Counted from `firstRun`, so that lateness does not accumulate.
      const passed = Math.floor((after.getTime() - first) / step) + 1
      return new Date(first + Math.max(passed, 0) * step)
    }
  }
}
