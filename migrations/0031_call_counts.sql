-- Calls of the call log, counted by tool, agent, error code and duration when their rows are written.
-- A row counts one minute; later, `starts_at` is moved to the hour and rows are added up.
create table call_counts (
  workspace_id   uuid not null references workspaces (id) on delete cascade,
  starts_at      timestamptz not null,
  tool           text not null,
  -- Empty for a call without an agent, and `code` for a call that succeeded.
  agent          text not null,
  code           text not null,
  -- The number of an interval of durations: see `call_duration_class`.
  duration       smallint not null,
  calls          bigint not null,
  replayed       bigint not null,
  request_bytes  bigint not null,
  response_bytes bigint not null,
  primary key (workspace_id, starts_at, tool, agent, code, duration)
) with (fillfactor = 80);

create index call_counts_oldest on call_counts (starts_at);
create index call_counts_of_minutes on call_counts (starts_at)
  where extract(minute from starts_at at time zone 'utc') <> 0;

-- 0 up to a quarter of a millisecond, then four classes for each doubling, up to 80.
create function call_duration_class(milliseconds real) returns smallint
  language sql immutable parallel safe as $$
  select case
    when milliseconds <= 0.25 then 0
    else least(80, ceil(4 * ln(milliseconds / 0.25) / ln(2)))
  end::smallint
$$;

insert into call_counts
select workspace_id, date_trunc('hour', called_at, 'UTC'), tool, coalesce(agent, ''), coalesce(code, ''),
  call_duration_class(milliseconds), count(*), count(*) filter (where replayed),
  sum(request_bytes), sum(response_bytes)
from tool_calls
where workspace_id is not null
group by 1, 2, 3, 4, 5, 6;
