-- What must be handed to somebody. The row is the truth; a job in the queue only says "look at this
-- row now", and may be lost without harm.
create table deliveries (
  -- The receiver knows the message by it, at every attempt the same. Its first bits are the time.
  id              uuid primary key,
  workspace_id    uuid not null references workspaces (id) on delete cascade,
  schedule_id     bigint,
  -- Which occurrence of its schedule this is: each exists once.
  slot            text not null,
  agent_id        text not null,
  prompt          text not null,
  state           text not null default 'pending' check (state in ('pending', 'held', 'sending', 'delivered', 'failed', 'unconfirmed', 'cancelled')),
  due_at          timestamptz not null,
  -- The next attempt begins then, not before.
  attempt_at      timestamptz not null,
  attempts        integer not null default 0,
  last_attempt    integer not null,
  -- Who has begun the attempt that is under way; see delivery_worker_numbers.
  claimed_by      integer,
  claimed_at      timestamptz,
  -- Why an earlier attempt may have arrived without our knowing: its worker died, or no answer came.
  in_doubt        text check (in_doubt in ('lost', 'timed_out')),
  kind            text,
  run_id          text,
  error           text,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  -- Sent once more by hand after it had failed.
  resent          boolean not null default false,
  acknowledged_at timestamptz,
  unique (schedule_id, slot)
);

create index deliveries_waiting on deliveries (attempt_at) where state = 'pending';
create index deliveries_under_way on deliveries (claimed_by) where state = 'sending';
-- A schedule's deliveries are many; those that can still be cancelled or held are few.
create index deliveries_open on deliveries (schedule_id) where state in ('pending', 'held', 'sending');
create index deliveries_newest on deliveries (workspace_id, id desc);
create index deliveries_failed on deliveries (workspace_id, id desc) where state in ('failed', 'unconfirmed');
create index deliveries_unread on deliveries (workspace_id, agent_id, id) where kind = 'inbox' and state = 'delivered' and acknowledged_at is null;

create table delivery_attempts (
  delivery_id uuid not null references deliveries (id) on delete cascade,
  number      integer not null,
  began_at    timestamptz not null,
  ended_at    timestamptz not null,
  -- 'lost': its worker died, so that nobody knows.
  outcome     text not null check (outcome in ('delivered', 'failed', 'unconfirmed', 'lost')),
  kind        text,
  status      integer,
  error       text,
  primary key (delivery_id, number)
);

-- A process that delivers takes a number, and holds the advisory lock of it for as long as it lives.
-- So a crash is told from a pause: what a crashed process had begun is begun again by another, what
-- a paused one has begun waits for it, and neither depends on any clock.
create sequence delivery_worker_numbers as integer cycle;

-- Recipients that failed lately. One that is off gets no more attempts but a probe now and then.
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

-- Workspaces in which nothing is delivered for now.
create table delivery_pauses (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  paused_at    timestamptz not null,
  paused_by    text not null
);
