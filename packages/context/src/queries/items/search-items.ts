import type { Database } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'
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

// More matches than this are not ranked: the query is too general for that to help.
const RANKED = 2000
// A snippet is taken from the first characters of a value.
const SNIPPET_OF = 50_000

/**
 * The matching items that a reader may read, best match first. Each item's `words` contain the id of
 * its workspace, so that the index skips items of other workspaces.
 * Reads: context_items, memberships. Locks and writes: nothing.
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
    key: fromStorable(row.key),
    snippet: snippet(row.value, words),
    version: row.version,
    writtenBy: fromStorable(row.written_by),
    writtenAt: row.written_at,
  }))
}
