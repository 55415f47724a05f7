-- One word per meaning: a topic has generations (deleting it starts the next one), and the logical
-- clock of a workspace's pushes, subscriptions and their ends counts ticks.
alter sequence topic_channels rename to topic_generations;

alter table topics rename column channel to generation;
alter table closed_topics rename column channel to generation;

alter table memberships rename column channel to generation;
alter table memberships rename column joined to joined_tick;
alter table memberships rename column left_at to left_tick;
alter index memberships_of_channel rename to memberships_of_generation;

alter table context_items rename column pushed to tick;
alter table context_items rename column channels to generations;

alter table context_routes rename column pushed to tick;
alter index context_routes_by_point rename to context_routes_by_tick;
update context_routes set audience = 'topic:' || substr(audience, 9) where audience like 'channel:%';

alter table context_changes rename column pushed to tick;
alter table context_changes rename column channels to generations;
