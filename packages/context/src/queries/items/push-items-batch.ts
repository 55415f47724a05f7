import { arrayParameter, statement, type Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Reader } from '../../reader.ts'
import { CHECK_AT_OF_PUSH, type Push, TICK_OF_PUSH, WORDS_OF_PUSH } from './push-item.ts'

export type PushRequest = { readonly writer: Reader; readonly now: Date; readonly push: Push }

type Row = { ordinal: number; version: number }

/** One entry per push. */
type Columns = {
  readonly workspaceIds: readonly string[]
  readonly keys: readonly string[]
  readonly keyHashes: readonly Buffer[]
  readonly sortKeys: readonly string[]
  readonly values: readonly string[]
  readonly valueBytes: readonly number[]
  readonly audiences: readonly string[]
  readonly writers: readonly string[]
  readonly nows: readonly Date[]
  readonly expiries: readonly (Date | null)[]
  readonly words: readonly string[]
}

/**
 * Rows are locked in the order of `key_hash`, so that concurrent batches cannot deadlock.
 * Reads: nothing. Locks: the items. Writes: context_items, context_routes, context_changes.
 */
const pushRows = statement<Columns, Row>(
  (value) => sql`
    with wanted as materialized (
      select ordered.*, nextval('context_clock') as tick
      from (
        select * from unnest(
          ${arrayParameter(value('workspaceIds'), 'uuid')},
          ${arrayParameter(value('keys'), 'text')},
          ${arrayParameter(value('keyHashes'), 'bytea')},
          ${arrayParameter(value('sortKeys'), 'text')},
          ${arrayParameter(value('values'), 'text')},
          ${arrayParameter(value('valueBytes'), 'int')},
          ${arrayParameter(value('audiences'), 'text')},
          ${arrayParameter(value('writers'), 'text')},
          ${arrayParameter(value('nows'), 'timestamptz')},
          ${arrayParameter(value('expiries'), 'timestamptz')},
          ${arrayParameter(value('words'), 'text')}
        ) with ordinality as request (
          workspace_id, key, key_hash, sort_key, value, value_bytes, audiences, written_by, written_at,
          expires_at, words, ordinal
        )
        order by key_hash
      ) ordered
    ),
    saved as (
      insert into context_items as item (
        workspace_id, key, key_hash, value, value_bytes, version, tick, audiences, generations,
        written_by, written_at, expires_at, check_at, words
      )
      select
        workspace_id, key, key_hash, value, value_bytes, 1, tick, string_to_array(audiences, ' '), '{}',
        written_by, written_at, expires_at, expires_at,
        to_tsvector('simple', words) || array_to_tsvector(array[workspace_id::text])
      from wanted
      on conflict (workspace_id, key_hash) do update set
        value = excluded.value,
        value_bytes = excluded.value_bytes,
        version = item.version + 1,
        tick = ${TICK_OF_PUSH},
        audiences = excluded.audiences,
        generations = excluded.generations,
        written_by = excluded.written_by,
        written_at = excluded.written_at,
        expires_at = excluded.expires_at,
        check_at = ${CHECK_AT_OF_PUSH},
        words = ${WORDS_OF_PUSH}
      returning *
    ),
    rerouted as (
      select saved.id, tick, saved.workspace_id, saved.audiences, wanted.sort_key
      from saved join wanted using (tick)
    ),
    cleared as (
      delete from context_routes route using rerouted
      where route.item_id = rerouted.id and route.tick <> rerouted.tick
    ),
    routed as (
      insert into context_routes (item_id, tick, workspace_id, audience, sort_key)
      select id, tick, workspace_id, audience, sort_key
      from rerouted cross join unnest(audiences) audience
    ),
    logged as (
      insert into context_changes (
        workspace_id, item_id, version, kind, value, value_bytes, tick, audiences, generations,
        changed_by, changed_at, expires_at
      )
      select
        workspace_id, id, version, 'pushed', value, value_bytes, tick, audiences, generations,
        written_by, written_at, expires_at
      from saved
    )
    select wanted.ordinal, saved.version from wanted join saved using (workspace_id, key_hash)`,
)

/**
 * The same as `pushItem` for many pushes by different writers and workspaces in one statement, without topics
 * and without `ifVersion`. No two pushes may be for the same key of a workspace.
 */
export async function pushItemsBatch(
  trx: Tx,
  requests: readonly PushRequest[],
): Promise<{ readonly version: number }[]> {
  const column = <Value>(pick: (request: PushRequest) => Value) => requests.map(pick)
  const rows = await pushRows(trx, {
    workspaceIds: column(({ writer }) => writer.workspaceId),
    keys: column(({ push }) => push.key),
    keyHashes: column(({ push }) => push.keyHash),
    sortKeys: column(({ push }) => push.sortKey),
    values: column(({ push }) => push.value),
    valueBytes: column(({ push }) => Buffer.byteLength(push.value)),
    audiences: column(({ push }) => push.audiences.join(' ')),
    writers: column(({ writer }) => writer.agent),
    nows: column(({ now }) => now),
    expiries: column(({ push }) => push.expiresAt),
    words: column(({ push }) => push.words),
  })
  const versions = new Map(rows.map(({ ordinal, version }) => [ordinal, version]))
  return requests.map((_, index) => ({ version: versions.get(index + 1) ?? 0 }))
}
