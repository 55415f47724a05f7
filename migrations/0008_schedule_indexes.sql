-- A workspace's schedules in the order they are listed in, page by page. Those that have ended are
-- kept apart: however many they are, they cost the active ones nothing.
drop index schedules_active;
create index schedules_active on schedules (workspace_id, (coalesce(next_run, 'infinity')), id) where ended_at is null;
create index schedules_past on schedules (workspace_id, (coalesce(next_run, 'infinity')), id) where ended_at is not null;

-- What has ended is forgotten oldest first, in all workspaces.
drop index schedules_ended;
create index schedules_ended on schedules (ended_at) where ended_at is not null;

-- Those that wait for a delivery: few, and looked at every minute.
create index schedules_waiting on schedules (id) where ended_at is null and due_at is null and paused_at is null and not parked;
