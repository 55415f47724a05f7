create table schedules (
  id               bigint generated always as identity primary key,
  workspace_id     uuid not null references workspaces (id) on delete cascade,
  -- The recipient: an agent of the workspace by its name, or an agent on Letta by its id.
  agent_id         text not null,
  prompt           text not null,
  kind             text not null check (kind in ('once', 'cron', 'interval')),
  -- As it was written: an instant, a cron expression or an interval.
  expression       text not null,
  timezone         text not null default 'UTC',
  -- The seconds between the slots of an interval, counted from the first slot.
  every_seconds    integer,
  first_run        timestamptz,
  end_at           timestamptz,
  max_repetitions  integer,
  misfire          text not null check (misfire in ('once', 'skip', 'all')),
  overlap          text not null check (overlap in ('skip', 'queue', 'allow')),
  -- Successful deliveries, and the last of them.
  repetition_count integer not null default 0,
  last_run         timestamptz,
  -- The next slot, or the one that is being delivered; null after the last one.
  next_run         timestamptz,
  -- When workers look at the schedule; null while there is nothing to do (paused, ended, being delivered).
  due_at           timestamptz,
  -- Missed slots that have been delivered in a row after an outage (misfire 'all').
  caught_up        integer not null default 0,
  -- Its deliveries that have not ended.
  open_deliveries  integer not null default 0,
  paused_at        timestamptz,
  -- Came due while its workspace was paused.
  parked           boolean not null default false,
  ended_at         timestamptz,
  ended_as         text check (ended_as in ('finished', 'cancelled', 'failed')),
  created_by       text not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  constraint interval_is_whole check (kind <> 'interval' or (every_seconds > 0 and first_run is not null)),
  constraint ended_is_not_due check (ended_at is null or due_at is null)
);

-- Workers query only these rows, so ended schedules cost nothing.
create index schedules_due on schedules (due_at, id) where due_at is not null;
create index schedules_parked on schedules (workspace_id) where parked;
create index schedules_active on schedules (workspace_id, next_run, id) where ended_at is null;
create index schedules_ended on schedules (workspace_id, id) where ended_at is not null;
create index schedules_of_creator on schedules (workspace_id, created_by) where ended_at is null;

alter table deliveries add foreign key (schedule_id) references schedules (id) on delete cascade;

-- How many late schedules may be handled after an outage: a token bucket that all workers share.
create table schedule_catch_up (
  only_row  boolean primary key default true check (only_row),
  filled_at timestamptz not null default '-infinity'
);

insert into schedule_catch_up default values;
