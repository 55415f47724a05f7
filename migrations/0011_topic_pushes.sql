-- When topics were pushed to, exact to a minute. Not in the topic's row: pushes share a lock on that
-- row, and updating it would deadlock them. Rows are only added and deleted, so no push waits for
-- another. A later release removes `topics.last_pushed_at`.
create table topic_pushes (
  id        bigint generated always as identity primary key,
  topic_id  bigint not null references topics (id) on delete cascade,
  pushed_at timestamptz not null
);

create index topic_pushes_latest on topic_pushes (topic_id, pushed_at);

insert into topic_pushes (topic_id, pushed_at)
select id, last_pushed_at from topics where last_pushed_at is not null;
