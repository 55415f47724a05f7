-- When topics were pushed to, to the minute. Not in the topic's row: pushes share a lock on that,
-- and a row that changes under those who share it lets their locks cross. Rows are only added and
-- taken away, so that no push waits for another. `topics.last_pushed_at` goes with a later release.
create table topic_pushes (
  id        bigint generated always as identity primary key,
  topic_id  bigint not null references topics (id) on delete cascade,
  pushed_at timestamptz not null
);

create index topic_pushes_latest on topic_pushes (topic_id, pushed_at);

insert into topic_pushes (topic_id, pushed_at)
select id, last_pushed_at from topics where last_pushed_at is not null;
