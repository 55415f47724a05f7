-- When a key was last used, exact to a minute.
alter table api_keys add column last_used_at timestamptz;

-- Gateways cache who may do what. A notification names what has changed, so that they forget only
-- that: 'key ID', 'agent WORKSPACE NAME' or 'workspace ID'.
create function notify_access_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('quartermaster_access', case tg_table_name
    when 'api_keys' then 'key ' || (changed ->> 'id')
    when 'agents' then 'agent ' || (changed ->> 'workspace_id') || ' ' || (changed ->> 'name')
    when 'roles' then 'workspace ' || (changed ->> 'workspace_id')
    else 'workspace ' || (changed ->> 'id')
  end);
  return null;
end
$$;

drop trigger access_changed on workspaces;
drop trigger access_changed on roles;
drop trigger access_changed on agents;
drop trigger access_changed on api_keys;
drop function announce_access_change;

create trigger access_changed after update or delete on workspaces
  for each row execute function notify_access_change();
create trigger access_changed after insert or update or delete on roles
  for each row execute function notify_access_change();
create trigger access_changed after insert or update or delete on agents
  for each row execute function notify_access_change();
create trigger access_changed after insert or delete
  or update of agent_id, hash, paths, expires_at, revoked_at on api_keys
  for each row execute function notify_access_change();

-- Other tables know an agent by its name. Without this, an agent that is registered later under the
-- name of a deleted one would find its inbox, threads, context and stored answers.
create function remove_agent_data() returns trigger language plpgsql as $$
declare
  hash bytea := sha256(convert_to(old.name, 'UTF8'));
  direct text := 'agent:' || rtrim(translate(encode(hash, 'base64'), '+/', '-_'), '=');
begin
  with ended as (
    delete from memberships
    where workspace_id = old.workspace_id and agent_hash = hash
    returning generation, left_tick
  )
  update topics set subscribers = subscribers - 1
  where generation in (select generation from ended where left_tick is null);

  update context_items set audiences = array_remove(audiences, direct)
  where id in (
    select item_id from context_routes
    where workspace_id = old.workspace_id and audience = direct
  );
  delete from context_routes where workspace_id = old.workspace_id and audience = direct;
  delete from context_changes where workspace_id = old.workspace_id and only_for = direct;
  update context_changes set audiences = array_remove(audiences, direct)
  where workspace_id = old.workspace_id and direct = any (audiences);

  update deliveries set acknowledged_at = now()
  where workspace_id = old.workspace_id and agent_id = old.name
    and kind = 'inbox' and state = 'delivered' and acknowledged_at is null;
  delete from threads where workspace_id = old.workspace_id and agent = old.name;
  delete from idempotency_keys where workspace_id = old.workspace_id and agent = old.name;
  return null;
end
$$;

create trigger agent_deleted after delete on agents
  for each row execute function remove_agent_data();
