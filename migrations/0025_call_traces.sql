-- The trace that a call belongs to, from its W3C trace context.
alter table tool_calls add column trace_id text;

create index tool_calls_by_trace on tool_calls (workspace_id, trace_id) where trace_id is not null;
