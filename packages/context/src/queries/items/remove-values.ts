import { type RawBuilder, sql } from 'kysely'

type Options = {
  readonly kind: 'deleted' | 'expired'
  readonly by: RawBuilder<string>
  readonly now: Date
}

/** How long a cursor can follow changes. After that, the old history and the tombstone of a key may be deleted. */
export const HISTORY_MS = 30 * 24 * 3600 * 1000

/**
 * CTEs that remove the values of the items in the CTE `targets`. The items stay as tombstones, so
 * that their versions keep counting. Provides the CTE `removed` to the rest of the statement.
 * Locks: none, `targets` must hold the items' locks.
 * Writes: context_items, context_routes, context_changes.
 */
export const removeValues = ({ kind, by, now }: Options): RawBuilder<unknown> => sql`
  removed as (
    update context_items item set
      value = null, value_bytes = 0, words = null, expires_at = null,
      version = item.version + 1, audiences = '{}', generations = '{}',
      written_by = ${by}, written_at = ${now},
      check_at = ${new Date(now.getTime() + HISTORY_MS)}
    from targets
    where item.id = targets.id
    returning item.*
  ),
  cleared as (
    delete from context_routes route using removed where route.item_id = removed.id
  ),
  logged as (
    insert into context_changes (
      workspace_id, item_id, version, kind, value_bytes, tick, audiences, generations, changed_by, changed_at
    )
    select workspace_id, id, version, ${kind}, 0, tick, '{}', '{}', written_by, written_at
    from removed
  )`
