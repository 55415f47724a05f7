-- A trouble belongs to the target at which it came up: an agent that is given another begins anew.
alter table delivery_troubles add column target text not null default '';

-- What waits for one recipient is let go as soon as it can be reached again.
create index deliveries_for_recipient on deliveries (workspace_id, agent_id) where state = 'pending';
