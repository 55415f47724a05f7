-- A tenant. Every other table belongs to a workspace.
create table workspaces (
  id         uuid primary key default gen_random_uuid(),
  name       text not null unique,
  created_at timestamptz not null default now()
);

insert into workspaces (name) values ('default');

-- Limits that several agents share. An agent whose role does not exist may do nothing.
create table roles (
  workspace_id  uuid not null references workspaces (id) on delete cascade,
  name          text not null,
  allowed_tools text[],
  denied_tools  text[] not null default '{}',
  created_at    timestamptz not null default now(),
  primary key (workspace_id, name)
);

create table agents (
  id             uuid primary key default gen_random_uuid(),
  workspace_id   uuid not null references workspaces (id) on delete cascade,
  name           text not null,
  role           text,
  allowed_tools  text[],
  denied_tools   text[] not null default '{}',
  letta_agent_id text,
  deliver_to     jsonb,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  unique (workspace_id, name)
);

-- Only the hash of a key is stored. A key with `paths` may call only those tools.
create table api_keys (
  id         text primary key,
  agent_id   uuid not null references agents (id) on delete cascade,
  hash       bytea not null,
  paths      text[],
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);

create index api_keys_of_agent on api_keys (agent_id, created_at);
create index api_keys_expired on api_keys (expires_at) where expires_at is not null;

-- Gateways cache what a key may do. A trigger notifies them of every change, whatever made it.
create function announce_access_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('quartermaster_access', tg_table_name);
  return null;
end
$$;

create trigger access_changed after update or delete on workspaces
  for each statement execute function announce_access_change();
create trigger access_changed after insert or update or delete on roles
  for each statement execute function announce_access_change();
create trigger access_changed after insert or update or delete on agents
  for each statement execute function announce_access_change();
create trigger access_changed after update or delete on api_keys
  for each statement execute function announce_access_change();
