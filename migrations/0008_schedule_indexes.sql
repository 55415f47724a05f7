-- The schedules of a workspace in the order of their list. Ended schedules have an index of their own,
-- so that they do not slow down the list of active ones.
drop index schedules_active;
create index schedules_active on schedules (workspace_id, (coalesce(next_run, 'infinity')), id) where ended_at is null;
create index schedules_past on schedules (workspace_id, (coalesce(next_run, 'infinity')), id) where ended_at is not null;

-- Ended schedules are deleted oldest first, in all workspaces.
drop index schedules_ended;
create index schedules_ended on schedules (ended_at) where ended_at is not null;

-- Schedules that wait for a delivery: few, and checked every minute.
create index schedules_waiting on schedules (id) where ended_at is null and due_at is null and paused_at is null and not parked;
