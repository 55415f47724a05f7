import { decodeCursor, encodeCursor, isStorable } from '@quartermaster/toolkit'

/** The last key of a page. */
export type KeyPosition = { readonly sortKey: string; readonly id: number }

export const keyCursor = ({ sortKey, id }: KeyPosition): string => encodeCursor([sortKey, id])

export const readKeyCursor = (cursor: string): KeyPosition =>
  decodeCursor(cursor, ([sortKey, id]) =>
    isText(sortKey) && isCount(id) ? { sortKey, id } : undefined,
  )

/** The last topic of a page, in the order of `subscribers`. */
export type TopicPosition = KeyPosition & { readonly subscribers: number }

export const topicCursor = ({ subscribers, sortKey, id }: TopicPosition): string =>
  encodeCursor([sortKey, id, subscribers])

export const readTopicCursor = (cursor: string): TopicPosition =>
  decodeCursor(cursor, ([sortKey, id, subscribers]) =>
    isText(sortKey) && isCount(id) && isCount(subscribers)
      ? { sortKey, id, subscribers }
      : undefined,
  )

const isText = (part: unknown): part is string => typeof part === 'string' && isStorable(part)

export const isCount = (part: unknown): part is number =>
  Number.isSafeInteger(part) && Number(part) >= 0
