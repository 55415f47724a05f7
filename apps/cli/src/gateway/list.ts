import type { Connection } from './connection.ts'
import { requestJson } from './request.ts'

export type Entry = Record<string, unknown>

/** All entries of a list, page after page, up to `limit`. */
export async function listAll(
  connection: Connection,
  path: string,
  name: string,
  limit = Infinity,
): Promise<Entry[]> {
  const entries: Entry[] = []
  let cursor: string | null = null
  do {
    const url = new URL(path, 'http://gateway')
    if (limit !== Infinity) url.searchParams.set('limit', String(Math.min(limit, 1000)))
    if (cursor !== null) url.searchParams.set('cursor', cursor)
    const page = (await requestJson(connection, url.pathname + url.search)) as Entry
    entries.push(...((page[name] as Entry[] | undefined) ?? []))
    cursor = (page.next_cursor as string | null | undefined) ?? null
  } while (cursor !== null && entries.length < limit)
  return entries.slice(0, limit)
}
