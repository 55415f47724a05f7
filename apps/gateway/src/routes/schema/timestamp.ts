import { ToolError } from '@quartermaster/toolkit'

/** `date-time` allows forms that PostgreSQL does not read, and a year 0 that it does not have. */
export function readTimestamp(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = new Date(text.toUpperCase())
  if (date.getUTCFullYear() > 0) return date
  throw new ToolError('invalid_input', `Parameter '${name}' must be a time after the year 0.`)
}
