-- Finds the workspaces that an agent on Letta belongs to.
create index agents_on_letta on agents (letta_agent_id) where letta_agent_id is not null;
