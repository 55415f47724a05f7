// What a spreadsheet takes as the beginning of something to run.
const RUNS = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const RESTORED = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

// Shown as a number, which does no harm.
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** A text that a spreadsheet shows instead of running it: with an apostrophe before it. */
export const neutralize = (text: string): string =>
  RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text

/** The text as it was before. */
export const restore = (text: string): string => (RESTORED.test(text) ? text.slice(1) : text)

/** One line of RFC 4180. An empty text has quotes, so that it is not taken for no text. */
export const csvLine = (fields: readonly (string | null)[]): string =>
  `${fields.map((field) => (field === null ? '' : csvField(field))).join(',')}\r\n`

const csvField = (text: string): string =>
  /[",\r\n]|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
