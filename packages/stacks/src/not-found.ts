import { ToolError } from '@quartermaster/toolkit'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Whether a text can be an id of ours at all; others are not asked of the database. */
export const isId = (text: string): boolean => UUID.test(text)

/** The same for what is not there and for what belongs to another workspace. */
export const notFound = (kind: 'document' | 'stack' | 'table' | 'extraction'): ToolError =>
  new ToolError('not_found', `There is no such ${kind}.`)

/** A caller's own text in a message: short, and on one line. */
export function shown(text: string): string {
  const start = text.slice(0, 100).replace(/[\ud800-\udbff]$/, '')
  return JSON.stringify(start).slice(1, -1) + (text.length > 100 ? '…' : '')
}
