-- Calls that were refused before their caller was known have no workspace, agent or key.
alter table tool_calls
  alter column workspace_id drop not null,
  alter column agent drop not null,
  alter column key_id drop not null,
  add column error text;

create index tool_calls_without_workspace on tool_calls (id desc) where workspace_id is null;
