import { describeInstant, readTime } from './time.ts'

type Clock = () => Date

export class Tools {
  now: Clock

  /** `now` is for tests; the gateway's context has none. */
  constructor(context?: { now?: Clock }) {
    this.now = context?.now ?? (() => new Date())
  }

  tool_current_date_time({ time_zone = 'UTC' }: { time_zone?: string }) {
    return describeInstant(this.now(), time_zone)
  }

  tool_convert_time(input: { time: string; from_time_zone?: string; to_time_zone: string }) {
    const { time, from_time_zone = 'UTC', to_time_zone } = input
    return describeInstant(readTime(time, from_time_zone), to_time_zone)
  }

  tool_time_between(input: { start: string; end: string; time_zone?: string }) {
    const { start, end, time_zone = 'UTC' } = input
    const minutes =
      (readTime(end, time_zone).getTime() - readTime(start, time_zone).getTime()) / 60_000
    // Adding 0 turns -0 into 0.
    const whole = (value: number) => Math.trunc(value) + 0
    return {
      days: whole(minutes / 1440),
      hours: whole((minutes % 1440) / 60),
      minutes: whole(minutes % 60),
      total_seconds: Math.round(minutes * 60) + 0,
    }
  }
}
