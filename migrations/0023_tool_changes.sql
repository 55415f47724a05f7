-- Announces the workspace in which a table has other columns, and so other tools.
create function notify_tool_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('quartermaster_tools', new.workspace_id::text);
  return null;
end
$$;

create trigger tools_changed after update on stack_tables
  for each row when (old.columns_version is distinct from new.columns_version)
  execute function notify_tool_change();
