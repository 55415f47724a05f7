-- How much a workspace may store. Null = the default of the configuration, 0 = no limit.
alter table workspaces
  add column max_keys      bigint,
  add column max_bytes     bigint,
  add column max_rows      bigint,
  add column max_schedules bigint;

-- How much a workspace with a limit stores, as last counted by any gateway. Null = not counted, because
-- there is no limit for it. Unlogged: after a crash it is counted again.
create unlogged table workspace_usage (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  keys         bigint,
  bytes        bigint,
  rows         bigint,
  schedules    bigint,
  counted_at   timestamptz not null,
  -- How long counting took: what takes long is counted less often.
  count_ms     double precision not null
);
