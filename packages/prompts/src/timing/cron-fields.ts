/** The values of each field, in ascending order. */
export type CronFields = {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  /** Sunday is 0. */
  readonly weekdays: ReadonlySet<number>
  /** Both day fields are restricted, so it is enough if one of them matches. */
  readonly isEitherDay: boolean
  /** The hour field begins with `*`. */
  readonly isAnyHour: boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Undefined if the expression does not have five valid fields. */
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
    minutes,
    hours,
    days: new Set(days),
    months: new Set(months),
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
    // At the end of a range, Sunday is 7.
    const to = isWeekday && end === 0 && from > 0 ? 7 : end
    const step = Number(steps ?? 1)
    // Comparisons with NaN are false.
    const isRange = from >= low && from <= to && to <= (isWeekday ? 7 : high)
    if (!isRange || step < 1 || step > high - low + 1) return undefined
    for (let number = from; number <= to; number += step) found.add(number)
  }
  return [...found].sort((a, b) => a - b)
}
