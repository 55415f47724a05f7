import { type RawBuilder, sql } from 'kysely'

type Options = {
  readonly kind: 'deleted' | 'expired'
  readonly by: RawBuilder<string>
  readonly now: Date
}

/**
 * Takes the value away from the items in the table `doomed`, which are locked, and tells the feed.
 * The item stays without it, so that versions go on counting: a table `gone` for what follows.
 */
export const takeAway = ({ kind, by, now }: Options): RawBuilder<unknown> => sql`
  gone as (
    update context_items item set
      value = null, value_bytes = 0, words = null, expires_at = null,
      version = item.version + 1, audiences = '{}', channels = '{}',
      written_by = ${by}, written_at = ${now}
    from doomed
    where item.id = doomed.id
    returning item.*
  ),
  cleared as (
    delete from context_routes route using gone where route.item_id = gone.id
  ),
  logged as (
    insert into context_changes (
      workspace_id, item_id, version, kind, value_bytes, pushed, audiences, channels, changed_by, changed_at
    )
    select workspace_id, id, version, ${kind}, 0, pushed, '{}', '{}', written_by, written_at
    from gone
  )`
