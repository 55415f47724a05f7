/** The times that an expression names, in order. */
export type CronFields = {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  /** From Sunday, which is 0. */
  readonly weekdays: ReadonlySet<number>
  /** Both day fields are restricted: then either is enough. */
  readonly isEitherDay: boolean
  /** The hour field begins with `*`. */
  readonly isAnyHour: boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Undefined for what is no expression of five fields. */
export function readFields(expression: string): CronFields | undefined {
  const fields = expression
    .trim()
    .toLowerCase()
    .split(/[ \t]+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  const minutes = readField(minute, 0, 59)
  const hours = readField(hour, 0, 23)
  const days = readField(day, 1, 31)
  const months = readField(month, 1, 12, MONTHS)
  const weekdays = readField(weekday, 0, 6, WEEKDAYS)
  if (fields.length !== 5 || !minutes || !hours || !days || !months || !weekdays) return undefined
  return {
    ...{ minutes, hours, days: new Set(days), months: new Set(months) },
    weekdays: new Set(weekdays.map((number) => number % 7)),
    isEitherDay: day !== '*' && weekday !== '*',
    isAnyHour: hour.startsWith('*'),
  }
}

const ITEM = /^(?:\*|(\d{1,2}|[a-z]{3})(?:-(\d{1,2}|[a-z]{3}))?)(?:\/(\d{1,2}))?$/

function readField(
  field: string,
  low: number,
  high: number,
  names: readonly string[] = [],
): number[] | undefined {
  const isWeekday = names === WEEKDAYS
  const read = (text: string): number => {
    const name = names.indexOf(text)
    return name === -1 ? Number(text) : name + low
  }
  const found = new Set<number>()
  for (const item of field.split(',')) {
    const [all, first, last, steps] = ITEM.exec(item) ?? []
    if (all === undefined || (steps !== undefined && first !== undefined && last === undefined)) {
      return undefined
    }
    const from = first === undefined ? low : read(first)
    const end = last === undefined ? (first === undefined ? high : from) : read(last)
    // Sunday is the first day of the week, or at the end of a range the last.
    const to = isWeekday && end === 0 && from > 0 ? 7 : end
    const step = Number(steps ?? 1)
    // What is no number compares as false.
    const isRange = from >= low && from <= to && to <= (isWeekday ? 7 : high)
    if (!isRange || step < 1 || step > high - low + 1) return undefined
    for (let number = from; number <= to; number += step) found.add(number)
  }
  return [...found].sort((a, b) => a - b)
}
