-- `trigger` says why a delivery exists: a slot of its schedule, or a manual run. It replaces `slot`,
-- which repeated `due_at` as text and marked manual runs with the prefix 'run:'.
alter table deliveries
  add column trigger text not null default 'slot' check (trigger in ('slot', 'manual'));

update deliveries set trigger = 'manual' where slot like 'run:%';

alter table deliveries drop column slot;

-- One delivery per slot. Manual runs are unlimited.
create unique index deliveries_slot on deliveries (schedule_id, due_at) where trigger = 'slot';
