-- When the sweep next looks at an item: not later than its value expires or its tombstone may go. No index names a
-- column that every push changes, so that PostgreSQL can keep a new version of a row out of the indexes. The
-- default makes the sweep look at the items of versions before this migration, which do not set the column. All
-- existing items are therefore due at once: the first sweeps write each of their rows once, in batches.
alter table context_items add column check_at timestamptz default now();

-- Versions before this migration do not set `check_at` in updates either: with an earlier expiry, or when they
-- delete the value, the check that is planned may come too late. A later migration drops this trigger.
create function check_item_now() returns trigger language plpgsql as $$
begin
  new.check_at := now();
  return new;
end
$$;

create trigger items_checked before update on context_items for each row
  when (
    new.expires_at < coalesce(new.check_at, 'infinity')
    or (new.value is null and new.check_at is null)
    or (new.value is null and old.value is not null and new.check_at is not distinct from old.check_at)
  )
  execute function check_item_now();

-- `context_routes.expires_at` is used only by versions before this migration, and null in new rows: a push that
-- repeats the audiences of the one before keeps its routes. A later migration drops the column.

-- A push to the agent may commit between two of these statements. Its item then keeps the audience, and so must
-- its route and its change: a push that repeats it would not write the route again, and read_changes would never
-- report the key.
create or replace function remove_agent_data() returns trigger language plpgsql as $$
declare
  hash bytea := sha256(convert_to(old.name, 'UTF8'));
  direct text := 'agent:' || rtrim(translate(encode(hash, 'base64'), '+/', '-_'), '=');
  items bigint[];
begin
  with ended as (
    delete from memberships
    where workspace_id = old.workspace_id and agent_hash = hash
    returning generation, left_tick
  )
  update topics set subscribers = subscribers - 1
  where generation in (select generation from ended where left_tick is null);

  -- Batches of pushes lock items in this order too.
  perform from context_items
  where id in (
    select item_id from context_routes
    where workspace_id = old.workspace_id and audience = direct
  )
  order by key_hash
  for no key update;

  with sent as (
    update context_items set audiences = array_remove(audiences, direct)
    where id in (
      select item_id from context_routes
      where workspace_id = old.workspace_id and audience = direct
    )
    returning id
  )
  select array_agg(id) into items from sent;
  delete from context_routes
  where workspace_id = old.workspace_id and audience = direct and item_id = any (items);
  delete from context_changes where workspace_id = old.workspace_id and only_for = direct;
  update context_changes change set audiences = array_remove(audiences, direct)
  where workspace_id = old.workspace_id and direct = any (audiences)
    and not exists (
      select from context_items item
      where item.id = change.item_id and item.version = change.version and direct = any (item.audiences)
    );

  update deliveries set acknowledged_at = now()
  where workspace_id = old.workspace_id and agent_id = old.name
    and kind = 'inbox' and state = 'delivered' and acknowledged_at is null;
  delete from threads where workspace_id = old.workspace_id and agent = old.name;
  delete from idempotency_keys where workspace_id = old.workspace_id and agent = old.name;
  return null;
end
$$;
