-- Rows of the call log are appended, so indexes in ascending order grow at one end. A row is found by its request
-- id through blocks that may contain the id, which costs a new row nothing.
drop index tool_calls_newest;
drop index tool_calls_of_agent;
drop index tool_calls_by_request;
create index tool_calls_newest on tool_calls (workspace_id, id);
create index tool_calls_of_agent on tool_calls (workspace_id, agent, id);
create index tool_calls_by_request on tool_calls using brin (request_id text_bloom_ops)
  with (autosummarize = on);

-- `call_duration_class` is used only by versions before this migration. A later one drops it.
