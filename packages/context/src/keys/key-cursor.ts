import { ToolError } from '@quartermaster/toolkit'
import { isStorable } from './key-text.ts'

/** A cursor is opaque to callers: a list of texts and numbers, which each reader checks itself. */
export const toCursor = (parts: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts of a cursor, as far as `read` knows them. */
export function fromCursor<Position>(
  cursor: string,
  read: (parts: unknown[]) => Position | undefined,
): Position {
  const position = read(parts(cursor))
  if (position !== undefined) return position
  throw new ToolError('invalid_input', "Parameter 'cursor' is not a cursor that this tool gave.", {
    suggestion:
      'Send the cursor of the last reply as it is, or leave it out to begin at the start.',
  })
}

function parts(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

/** Where a page in the order of keys ended. */
export type KeyPosition = { readonly sortKey: string; readonly id: number }

export const keyCursor = ({ sortKey, id }: KeyPosition): string => toCursor([sortKey, id])

export const readKeyCursor = (cursor: string): KeyPosition =>
  fromCursor(cursor, ([sortKey, id]) =>
    isText(sortKey) && isCount(id) ? { sortKey, id } : undefined,
  )

/** Where a page of topics, the largest first, ended. */
export type TopicPosition = KeyPosition & { readonly subscribers: number }

export const topicCursor = ({ subscribers, sortKey, id }: TopicPosition): string =>
  toCursor([sortKey, id, subscribers])

export const readTopicCursor = (cursor: string): TopicPosition =>
  fromCursor(cursor, ([sortKey, id, subscribers]) =>
    isText(sortKey) && isCount(id) && isCount(subscribers)
      ? { sortKey, id, subscribers }
      : undefined,
  )

const isText = (part: unknown): part is string => typeof part === 'string' && isStorable(part)

export const isCount = (part: unknown): part is number =>
  Number.isSafeInteger(part) && Number(part) >= 0
