-- Administrative acts: who changed what, and when. Rows are only added. `workspace_id` has no foreign
-- key, because the record of a deleted workspace must stay.
create table audit_log (
  id           bigint generated always as identity primary key,
  acted_at     timestamptz not null default now(),
  workspace_id uuid,
  workspace    text not null,
  actor        text not null,
  key_id       text not null,
  -- The operation of the OpenAPI document, or the name of a tool.
  action       text not null,
  subject_kind text not null,
  subject      text not null,
  -- JSON text without secrets; null before a creation and after a deletion.
  before       text,
  after        text,
  request_id   text not null,
  address      text not null
);

create index audit_log_of_workspace on audit_log (workspace, id desc);
create index audit_log_of_actor on audit_log (actor, id desc);
create index audit_log_of_subject on audit_log (subject_kind, subject, id desc);
create index audit_log_by_time on audit_log (acted_at);

-- Only the retention job deletes rows: it says so with a setting of its transaction.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('quartermaster.audit_retention', true) = 'on' then
    return old;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end
$$;

create trigger append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger append_only_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();
