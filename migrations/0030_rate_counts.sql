-- Calls per agent, tool and minute, of all gateways. Unlogged: the counts are worthless after a crash.
create unlogged table rate_counts (
  name   text not null,
  minute bigint not null,
  calls  integer not null,
  primary key (name, minute)
);
