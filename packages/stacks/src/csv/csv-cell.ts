// Spreadsheets treat a text that begins like this as a formula.
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const RESTORED = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

// Plain numbers may also begin with a sign, and are harmless.
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export const neutralize = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text

/** Reverses `neutralize`. */
export const restore = (text: string): string => (RESTORED.test(text) ? text.slice(1) : text)

/** Formats a line of RFC 4180. An empty text is quoted, to distinguish it from a missing value. */
export const csvLine = (fields: readonly (string | null)[]): string =>
  `${fields.map((field) => (field === null ? '' : csvField(field))).join(',')}\r\n`

const csvField = (text: string): string =>
  /[",\r\n]|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
