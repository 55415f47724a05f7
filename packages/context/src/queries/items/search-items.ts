import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { fromStored } from '../../keys/key-text.ts'
import type { Reader } from '../../reader.ts'
import { wantedWords } from '../../search/search-words.ts'
import { snippet } from '../../search/snippet.ts'
import { isLive, isReadable } from './visibility.ts'

export type Hit = {
  readonly key: string
  readonly snippet: string
  readonly version: number
  readonly writtenBy: string
  readonly writtenAt: Date
}

type Row = { key: string; value: string; version: number; written_by: string; written_at: Date }

// Beyond these a query says too little for its ranking to mean anything.
const RANKED = 2000
// Snippets are looked for in so many characters of a value.
const SNIPPET_OF = 50_000

/**
 * What a reader may read that matches, best first. The workspace is a word of each of its items,
 * so that the index passes over those of all others.
 */
export async function searchItems(
  db: Database,
  reader: Reader,
  now: Date,
  query: string,
  limit: number,
): Promise<Hit[]> {
  const { rows } = await sql<Row>`
    with asked as materialized (
      select websearch_to_tsquery('simple', ${query}) as query
    ),
    matching as materialized (
      select item.id, ts_rank_cd(item.words, asked.query) as rank
      from asked
      join context_items item
        on item.words @@ (asked.query && ${`'${reader.workspaceId}'`}::tsquery)
        and item.workspace_id = ${reader.workspaceId}
      where numnode(asked.query) > 0 and ${isLive('item', now)} and ${isReadable('item', reader)}
      limit ${RANKED}
    ),
    best as (
      select id, rank from matching order by rank desc, id desc limit ${limit}
    )
    select item.key, item.version, item.written_by, item.written_at,
      left(item.value, ${SNIPPET_OF}) as value
    from best
    join context_items item on item.id = best.id
    order by best.rank desc, best.id desc`.execute(db)
  const words = wantedWords(query)
  return rows.map((row) => ({
    key: fromStored(row.key),
    snippet: snippet(row.value, words),
    version: row.version,
    writtenBy: fromStored(row.written_by),
    writtenAt: row.written_at,
  }))
}
