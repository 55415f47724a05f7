-- The logical clock: every push, subscription and unsubscription takes a value. Whether an agent can
-- read a value depends on intervals of this clock, so the cost of a push is independent of its readers.
create sequence context_clock;

-- Names and keys may be any text. They are found by a hash and sorted by their first 200 characters,
-- so that none is too long for an index.

-- Pushes and memberships refer to a topic's channel. Deleting the topic gives the name a new channel,
-- so its row always exists and can be locked; values that survive keep the old channel and with it
-- their readers.
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
  -- When the sweep next checks whether a topic without subscribers can be removed.
  check_at       timestamptz not null,
  unique (workspace_id, name_hash)
);

create index topics_by_size on topics (workspace_id, subscribers desc, sort_key, id) where subscribers > 0;
create index topics_idle on topics (check_at) where subscribers = 0;

-- Channels of deleted topics to which a value or a membership still refers.
create table closed_topics (
  channel      bigint primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name         text not null,
  check_at     timestamptz not null
);

create index closed_topics_due on closed_topics (check_at);

-- An agent was subscribed to a topic after `joined` and up to `left_at` on the clock.
create table memberships (
  id           bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  channel      bigint not null,
  agent        text not null,
  agent_hash   bytea not null,
  joined       bigint not null,
  left_at      bigint,
  -- When the sweep next checks whether an ended membership still makes a value readable, and
  -- whether it did not at the last check.
  check_at     timestamptz,
  unused       boolean not null default false
);

create unique index memberships_open on memberships (channel, agent_hash) where left_at is null;
create index memberships_of_agent on memberships (workspace_id, agent_hash, channel) include (joined, left_at);
create index memberships_of_channel on memberships (channel, joined);
create index memberships_ended on memberships (check_at) where left_at is not null;

-- The current value of a key. A deleted or expired key stays for a while without a value, so that
-- its version keeps counting.
create table context_items (
  id           bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  key          text not null,
  key_hash     bytea not null,
  -- JSON text, so that every digit and byte is kept; null = no value.
  value        text,
  value_bytes  integer not null,
  version      bigint not null,
  -- The clock value of the push, and its audiences: 'all' or 'agent:HASH', and the channels in the
  -- order of the topics. Part of the value's row, so that they always belong to the same push.
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

-- From an audience to the items sent to it, by key and by push. A route is valid only while its
-- `pushed` is the item's: concurrent pushes may leave other routes behind.
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

-- Every change of every key, written in the transaction that made it: the history of a key, and the
-- feed. A cursor of the feed is a snapshot, and new changes are those that the snapshot does not see.
-- This is exact, however long other transactions run.
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
  -- Only for 'revealed': the agent for which an existing value became readable.
  only_for     text,
  changed_by   text not null,
  changed_at   timestamptz not null,
  expires_at   timestamptz
);

create index context_changes_feed on context_changes (workspace_id, transaction, id);
create index context_changes_of_item on context_changes (item_id, version);
create index context_changes_revealed on context_changes (item_id, only_for) where only_for is not null;

-- The changes that the sweep has handled, so that it looks at each only once. A cursor that does not
-- see all of `pruned_through` may have missed changes.
create table context_sweep (
  only_row        boolean primary key default true check (only_row),
  trimmed_id      bigint not null default 0,
  pruned_id       bigint not null default 0,
  pruned_through  xid8 not null default '0'
);

insert into context_sweep default values;
