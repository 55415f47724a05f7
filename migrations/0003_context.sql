-- Every push, subscription and its end is a point on this clock. Who may read a value is then a
-- question of points in intervals, and a push costs the same whatever the number of readers.
create sequence context_clock;

-- Names and keys are any text: a hash finds them, and their first 200 characters put them in
-- order, so that none is too long for an index.

-- Pushes and memberships point at a topic's channel. Deleting the topic gives the name a new one,
-- so that its row is always there to be locked; values that survive keep the old channel, and
-- with it their readers.
create sequence topic_channels;

create table topics (
  id             bigint generated always as identity primary key,
  workspace_id   uuid not null references workspaces (id) on delete cascade,
  name           text not null,
  name_hash      bytea not null,
  sort_key       text collate "C" not null,
  channel        bigint not null unique default nextval('topic_channels'),
  subscribers    integer not null default 0,
  last_pushed_at timestamptz,
  -- When the sweep looks next whether a topic without subscribers is of any use.
  check_at       timestamptz not null,
  unique (workspace_id, name_hash)
);

create index topics_by_size on topics (workspace_id, subscribers desc, sort_key, id) where subscribers > 0;
create index topics_idle on topics (check_at) where subscribers = 0;

-- Channels whose topic was deleted, as long as a value or a membership points at them.
create table closed_topics (
  channel      bigint primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name         text not null,
  check_at     timestamptz not null
);

create index closed_topics_due on closed_topics (check_at);

-- An agent has been in a topic after `joined` and until `left_at` on the clock.
create table memberships (
  id           bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  channel      bigint not null,
  agent        text not null,
  agent_hash   bytea not null,
  joined       bigint not null,
  left_at      bigint,
  -- When the sweep looks next whether an ended one still lets its agent read something, and
  -- whether it did not the last time.
  check_at     timestamptz,
  unused       boolean not null default false
);

create unique index memberships_open on memberships (channel, agent_hash) where left_at is null;
create index memberships_of_agent on memberships (workspace_id, agent_hash, channel) include (joined, left_at);
create index memberships_of_channel on memberships (channel, joined);
create index memberships_ended on memberships (check_at) where left_at is not null;

-- What is stored under a key now. A deleted or expired one stays for a while without its value,
-- so that versions go on counting.
create table context_items (
  id           bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  key          text not null,
  key_hash     bytea not null,
  -- JSON text, so that every digit and byte comes back; null = gone.
  value        text,
  value_bytes  integer not null,
  version      bigint not null,
  -- The point of the push, and whom it went to: 'all' or 'agent:HASH', and channels in the order
  -- of the topics. In the row of the value, so that the two can never be of different pushes.
  pushed       bigint not null,
  audiences    text[] not null,
  channels     bigint[] not null,
  written_by   text not null,
  written_at   timestamptz not null,
  expires_at   timestamptz,
  words        tsvector,
  unique (workspace_id, key_hash)
);

create index context_items_expired on context_items (expires_at) where value is not null and expires_at is not null;
create index context_items_gone on context_items (written_at) where value is null;
create index context_items_words on context_items using gin (words);

-- From an audience to the items sent to it, in the order of keys and in the order of pushes.
-- A route counts only while its point is the item's: racing pushes may leave others behind.
create table context_routes (
  item_id      bigint not null references context_items (id) on delete cascade,
  pushed       bigint not null,
  workspace_id uuid not null,
  audience     text collate "C" not null,
  sort_key     text collate "C" not null,
  expires_at   timestamptz,
  primary key (item_id, pushed, audience)
);

create index context_routes_by_key on context_routes (workspace_id, audience, sort_key, item_id) include (pushed, expires_at);
create index context_routes_by_point on context_routes (workspace_id, audience, pushed);

-- Every change of every key, in the transaction that made it: the history of a key, and the feed.
-- A feed's cursor is a snapshot, so what is new is what that snapshot does not see: exact, however
-- long the transactions of others run.
create table context_changes (
  id           bigint generated always as identity primary key,
  transaction  xid8 not null default pg_current_xact_id(),
  workspace_id uuid not null,
  item_id      bigint not null references context_items (id) on delete cascade,
  version      bigint not null,
  kind         text not null check (kind in ('pushed', 'deleted', 'expired', 'revealed')),
  value        text,
  value_bytes  integer not null,
  pushed       bigint not null,
  audiences    text[] not null,
  channels     bigint[] not null,
  -- Only for 'revealed': the one agent that an existing value has become readable for.
  only_for     text,
  changed_by   text not null,
  changed_at   timestamptz not null,
  expires_at   timestamptz
);

create index context_changes_feed on context_changes (workspace_id, transaction, id);
create index context_changes_of_item on context_changes (item_id, version);
create index context_changes_revealed on context_changes (item_id, only_for) where only_for is not null;

-- How far the sweep has come in the changes, so that it looks at each only once. A cursor that
-- does not see all of `pruned_through` may have missed something.
create table context_sweep (
  only_row        boolean primary key default true check (only_row),
  trimmed_id      bigint not null default 0,
  pruned_id       bigint not null default 0,
  pruned_through  xid8 not null default '0'
);

insert into context_sweep default values;
