-- A conversation of one agent, and the folders whose functions it may call in it.
create table threads (
  id           bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  agent        text not null,
  thread_id    text not null,
  -- 'one': choosing another folder replaces the active one. 'many': folders are added.
  mode         text not null default 'one' check (mode in ('one', 'many')),
  -- Ids of folders in the order they were chosen. Null = nothing chosen yet, empty = Disabled.
  toolsets     text[],
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  unique (workspace_id, agent, thread_id)
);

-- The history of a thread, oldest first by id.
create table thread_messages (
  id           bigint generated always as identity primary key,
  workspace_id uuid not null,
  thread       bigint not null references threads (id) on delete cascade,
  role         text not null,
  -- JSON text, so that every digit and byte is kept.
  content      text not null,
  created_at   timestamptz not null default now()
);

create index thread_messages_in_order on thread_messages (thread, id);

-- The calls that are running in a thread, in any gateway. A call whose gateway died counts until its
-- deadline has passed.
create table thread_calls (
  id           bigint generated always as identity primary key,
  workspace_id uuid not null,
  thread       bigint not null references threads (id) on delete cascade,
  ends_by      timestamptz not null
);

create index thread_calls_of_thread on thread_calls (thread);
create index thread_calls_over on thread_calls (ends_by);
