type Format = { readonly matches: (text: string) => boolean; readonly example: string }

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
// Each part excludes the character that ends it, so that no input causes backtracking.
const EMAIL = /^[^\s\p{Cc}@"(),:;<>[\]\\]{1,64}@[a-z\d-]{1,63}(\.[a-z\d-]{1,63})+$/iu
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

const uri: Format = { matches: isUri, example: 'https://example.com/path' }

/** The values of `format` that are checked; others are ignored. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['date', { matches: isDate, example: '2026-01-31' }],
  ['date-time', { matches: isDateTime, example: '2026-01-31T09:30:00Z' }],
  ['time', { matches: (text) => TIME.test(text), example: '09:30:00Z' }],
  [
    'email',
    { matches: (text) => text.length <= 254 && EMAIL.test(text), example: 'ada@example.com' },
  ],
  ['uuid', { matches: (text) => UUID.test(text), example: '6f1c1f3e-5a0b-4c57-9d1e-2b7a3c4d5e6f' }],
  ['uri', uri],
  ['url', uri],
])

/** `Date` turns 30 February into 2 March, so the parts are compared afterwards. */
function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

function isDateTime(text: string): boolean {
  return /^[tT ]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && TIME.test(text.slice(11))
}

/** `URL.canParse` ignores blanks and control characters, which callers would send on. */
function isUri(text: string): boolean {
  return URL.canParse(text) && !/[\s\p{Cc}]/u.test(text)
}
