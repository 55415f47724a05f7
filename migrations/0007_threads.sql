-- A conversation of one agent, and the folders whose functions it may call in it.
create table threads (
  id           bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  agent        text not null,
  thread_id    text not null,
  -- 'one': choosing another folder replaces the one before. 'many': they are all kept.
  mode         text not null default 'one' check (mode in ('one', 'many')),
  -- Folders by their ids, in the order they were chosen. Null = nothing chosen yet, empty = Disabled.
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
  -- JSON text, so that every digit and byte comes back.
  content      text not null,
  created_at   timestamptz not null default now()
);

create index thread_messages_in_order on thread_messages (thread, id);

-- The calls that run in a thread now, in whatever gateway. One whose gateway died counts until it
-- would have ended at the latest.
create table thread_calls (
  id           bigint generated always as identity primary key,
  workspace_id uuid not null,
  thread       bigint not null references threads (id) on delete cascade,
  ends_by      timestamptz not null
);

create index thread_calls_of_thread on thread_calls (thread);
create index thread_calls_over on thread_calls (ends_by);
