-- Data of the first version, in the tables of migrations 0001 to 0007.
insert into roles (workspace_id, name) select id, 'reader' from workspaces;
insert into agents (workspace_id, name, role) select id, 'Ann', 'reader' from workspaces;

insert into tool_calls (workspace_id, agent, key_id, tool, path, request_id, status, milliseconds, request_bytes,
  response_bytes, arguments, called_at)
select id, 'Ann', 'root', 'get_context', '/v1/tools/get_context', 'first', 200, 1, 2, 3, '{}', now()
from workspaces;

select setval('context_clock', 10);
insert into topics (workspace_id, name, name_hash, sort_key, channel, subscribers, last_pushed_at, check_at)
select id, 'leads', sha256('leads'), 'leads', 5, 1, now(), now() from workspaces;
select setval('topic_channels', 5);
insert into memberships (workspace_id, channel, agent, agent_hash, joined)
select id, 5, 'Ann', sha256('Ann'), 1 from workspaces;
with item as (
  insert into context_items (workspace_id, key, key_hash, value, value_bytes, version, pushed, audiences, channels,
    written_by, written_at, words)
  select workspaces.id, given.key, sha256(convert_to(given.key, 'UTF8')), given.value, length(given.value), 1, given.pushed,
    given.audiences, given.channels, 'Bob', now(),
    to_tsvector('simple', given.key || ' ' || given.value) || array_to_tsvector(array[workspaces.id::text])
  from workspaces, (values
    ('everyone', '{"n":1}', 2, '{all}'::text[], '{}'::bigint[]),
    ('topic', '"by topic"', 3, '{}', '{5}'),
    ('hidden', '"for nobody"', 4, '{}', '{}')
  ) as given (key, value, pushed, audiences, channels)
  returning *
), routed as (
  insert into context_routes (item_id, pushed, workspace_id, audience, sort_key)
  select id, pushed, workspace_id, case when channels = '{}' then 'all' else 'channel:5' end, key
  from item where key <> 'hidden'
)
insert into context_changes (workspace_id, item_id, version, kind, value, value_bytes, pushed, audiences, channels,
  changed_by, changed_at)
select workspace_id, id, 1, 'pushed', value, value_bytes, pushed, audiences, channels, 'Bob', now() from item;

with document as (
  insert into documents (workspace_id, filename, created_at, updated_at)
  select id, 'invoice.pdf', now(), now() from workspaces returning id, workspace_id
), extracted as (
  insert into extractions (workspace_id, document_id, status, extracted_fields, confidence_scores, made_by,
    created_at, completed_at)
  select workspace_id, id, 'completed', '{"total":12.5}', '{"total":1}', 'Ann', now(), now() from document
), stack as (
  insert into stacks (workspace_id, name, created_at, updated_at)
  select workspace_id, 'Q1', now(), now() from document returning id
), place as (
  insert into stack_documents (stack_id, document_id, workspace_id, added_at)
  select stack.id, document.id, workspace_id, now() from stack, document
), named as (
  insert into stack_tables (workspace_id, stack_id, name, mode, columns, columns_version, columns_made, created_at,
    updated_at)
  select workspace_id, stack.id, 'Invoices', 'auto',
    '[{"id":"c1","key":"vendor","name":"vendor","type":"text"}]', 1, 1, now(), now()
  from stack, document returning id, workspace_id
), change as (
  insert into stack_changes (token, workspace_id, table_id, action, columns_version, changed_by, changed_at)
  select gen_random_uuid(), workspace_id, id, 'save_table_row', 1, 'Ann', now() from named returning id, table_id
)
insert into stack_table_rows (table_id, document_id, workspace_id, cells, version, change_id, state, updated_at)
select table_id, document.id, document.workspace_id, '{"c1":{"v":"Acme"}}', 1, change.id, change.id, now()
from change, document;

insert into schedules (workspace_id, agent_id, prompt, kind, expression, misfire, overlap, next_run, due_at,
  created_by, created_at, updated_at)
select id, 'Ann', 'Good morning', 'cron', '0 9 1 1 *', 'once', 'skip', '2099-01-01 09:00Z', '2099-01-01 09:00Z',
  'Ann', now(), now()
from workspaces;
insert into deliveries (id, workspace_id, schedule_id, slot, agent_id, prompt, state, due_at, attempt_at, attempts,
  last_attempt, kind, created_at, ended_at)
select gen_random_uuid(), schedules.workspace_id, schedules.id, '1', 'Ann', 'Hello', 'delivered', now(), now(), 1, 1,
  'inbox', now(), now()
from schedules;

with thread as (
  insert into threads (workspace_id, agent, thread_id) select id, 'Ann', 't1' from workspaces
  returning id, workspace_id
)
insert into thread_messages (workspace_id, thread, role, content)
select workspace_id, id, 'user', '"Hi"' from thread;
