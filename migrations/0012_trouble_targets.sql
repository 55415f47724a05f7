-- A trouble belongs to the target that failed: an agent that gets another target starts fresh.
alter table delivery_troubles add column target text not null default '';

-- Deliveries that wait for a recipient are released as soon as it can be reached again.
create index deliveries_for_recipient on deliveries (workspace_id, agent_id) where state = 'pending';
