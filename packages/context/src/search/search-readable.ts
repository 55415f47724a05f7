import type { Database } from '@quartermaster/db'
import type { Caller } from '@quartermaster/toolkit'
import { type Hit, searchItems } from '../queries/items/search-items.ts'
import { readerOf } from '../reader.ts'
import { searchQuery } from './search-words.ts'

/** Items that the caller may read, by words of their key or value, best match first. */
export const searchReadable = (
  db: Database,
  caller: Caller,
  now: Date,
  query: string,
  limit: number,
): Promise<Hit[]> => searchItems(db, readerOf(caller), now, searchQuery(query), limit)
