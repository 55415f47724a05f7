-- A prompt to deliver. The row is the record; a job in the queue only says "look at this row now",
-- and may be lost without harm.
create table deliveries (
  -- Receivers know the message by this id, which is the same for every attempt. It starts with the time.
  id              uuid primary key,
  workspace_id    uuid not null references workspaces (id) on delete cascade,
  schedule_id     bigint,
  -- The slot of the schedule; each has at most one delivery.
  slot            text not null,
  agent_id        text not null,
  prompt          text not null,
  state           text not null default 'pending' check (state in ('pending', 'held', 'sending', 'delivered', 'failed', 'unconfirmed', 'cancelled')),
  due_at          timestamptz not null,
  -- The earliest time of the next attempt.
  attempt_at      timestamptz not null,
  attempts        integer not null default 0,
  last_attempt    integer not null,
  -- The worker that is making the attempt; see delivery_worker_numbers.
  claimed_by      integer,
  claimed_at      timestamptz,
  -- Why an earlier attempt may have arrived: its worker died, or no response came.
  in_doubt        text check (in_doubt in ('lost', 'timed_out')),
  kind            text,
  run_id          text,
  error           text,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  -- Resent by hand after it had failed.
  resent          boolean not null default false,
  acknowledged_at timestamptz,
  unique (schedule_id, slot)
);

create index deliveries_waiting on deliveries (attempt_at) where state = 'pending';
create index deliveries_under_way on deliveries (claimed_by) where state = 'sending';
-- A schedule has many deliveries, but few that can still be cancelled or held.
create index deliveries_open on deliveries (schedule_id) where state in ('pending', 'held', 'sending');
create index deliveries_newest on deliveries (workspace_id, id desc);
create index deliveries_failed on deliveries (workspace_id, id desc) where state in ('failed', 'unconfirmed');
create index deliveries_unread on deliveries (workspace_id, agent_id, id) where kind = 'inbox' and state = 'delivered' and acknowledged_at is null;

create table delivery_attempts (
  delivery_id uuid not null references deliveries (id) on delete cascade,
  number      integer not null,
  began_at    timestamptz not null,
  ended_at    timestamptz not null,
  -- 'lost': its worker died, so the outcome is unknown.
  outcome     text not null check (outcome in ('delivered', 'failed', 'unconfirmed', 'lost')),
  kind        text,
  status      integer,
  error       text,
  primary key (delivery_id, number)
);

-- A worker takes a number and holds its advisory lock as long as it lives. This distinguishes a crash
-- from a pause without a clock: deliveries of a crashed worker are reclaimed, those of a paused one are
-- not.
create sequence delivery_worker_numbers as integer cycle;

-- Recipients whose last deliveries failed. One that is switched off only gets a probe now and then.
create table delivery_troubles (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  agent_id     text not null,
  failures     integer not null,
  error        text not null,
  failed_at    timestamptz not null,
  off_since    timestamptz,
  probe_at     timestamptz,
  primary key (workspace_id, agent_id)
);

-- Workspaces whose deliveries are paused.
create table delivery_pauses (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  paused_at    timestamptz not null,
  paused_by    text not null
);
