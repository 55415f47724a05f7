-- The stored answer of a write, committed with the write, so that repeating the call has no effect.
create table idempotency_keys (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  agent        text not null,
  path         text not null,
  key          text not null,
  input_hash   bytea not null,
  -- Null while a call that acts outside the database is running.
  answer       text,
  expires_at   timestamptz not null,
  primary key (workspace_id, agent, path, key)
);

create index idempotency_keys_expired on idempotency_keys (expires_at);

-- One row per tool call. Written in batches after the answer; old rows are deleted.
create table tool_calls (
  id              bigint generated always as identity primary key,
  workspace_id    uuid not null references workspaces (id) on delete cascade,
  agent           text not null,
  key_id          text not null,
  tool            text not null,
  path            text not null,
  request_id      text not null,
  status          integer not null,
  code            text,
  milliseconds    real not null,
  request_bytes   integer not null,
  response_bytes  integer not null,
  arguments       text not null,
  replayed        boolean not null default false,
  called_at       timestamptz not null
);

create index tool_calls_newest on tool_calls (workspace_id, id desc);
create index tool_calls_of_agent on tool_calls (workspace_id, agent, id desc);
create index tool_calls_of_tool on tool_calls (workspace_id, tool, id desc);
create index tool_calls_by_request on tool_calls (workspace_id, request_id);
create index tool_calls_oldest on tool_calls (called_at);
