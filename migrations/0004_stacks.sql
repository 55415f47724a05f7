-- Texts of users may contain characters that PostgreSQL's text cannot hold (NUL, lone surrogates).
-- Cells, quotes and document texts are stored in an encoding that changes only those characters.

create table documents (
  id           uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  filename     text not null,
  -- The file name without its extension: agents use both.
  stem         text not null generated always as (regexp_replace(filename, '(.)\.[^.]*$', '\1')) stored,
  mime_type    text,
  text         text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);

create index documents_in_order on documents (workspace_id, created_at, id);
create index documents_by_filename on documents (workspace_id, filename);
create index documents_by_stem on documents (workspace_id, stem);

-- Many per document; the newest completed one counts.
create table extractions (
  id                bigint generated always as identity primary key,
  workspace_id      uuid not null references workspaces (id) on delete cascade,
  document_id       uuid not null references documents (id) on delete cascade,
  status            text not null check (status in ('in_progress', 'completed')),
  -- JSON text, so that every digit and byte is kept.
  extracted_fields  text not null,
  confidence_scores text not null,
  made_by           text not null,
  created_at        timestamptz not null,
  completed_at      timestamptz,
  check ((status = 'completed') = (completed_at is not null))
);

create index extractions_completed on extractions (document_id, completed_at, id) where status = 'completed';
create index extractions_of_document on extractions (document_id, id);

create table stacks (
  id           uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name         text not null,
  description  text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);

create index stacks_in_order on stacks (workspace_id, created_at, id);

create table stack_documents (
  stack_id     uuid not null references stacks (id) on delete cascade,
  document_id  uuid not null references documents (id) on delete cascade,
  workspace_id uuid not null,
  position     bigint generated always as identity,
  added_at     timestamptz not null,
  primary key (stack_id, document_id)
);

create index stack_documents_in_order on stack_documents (stack_id, position);
create index stack_documents_of_document on stack_documents (document_id);

create table stack_tables (
  id              uuid primary key default gen_random_uuid(),
  workspace_id    uuid not null references workspaces (id) on delete cascade,
  stack_id        uuid not null references stacks (id) on delete cascade,
  name            text not null,
  mode            text not null check (mode in ('auto', 'custom')),
  -- In order: {id, key, name, type, description}. Cells are stored under the id, which is never reused,
  -- so renaming or dropping a column changes no row and can be undone.
  columns         jsonb not null default '[]',
  columns_version integer not null default 0,
  columns_made    integer not null default 0,
  completed_at    timestamptz,
  completed_by    text,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);

create index stack_tables_in_order on stack_tables (stack_id, created_at, id);

-- One row per document. `cells` maps a column's id to {v: value, c: confidence, s: source}, so that
-- a new value cannot keep the confidence or the source of the old one. Null = the document has no row:
-- an undone row stays without its cells, so that its version keeps counting.
--
-- There are no foreign keys here and in the history: checked row by row, they would cost more than a
-- bulk update itself. A writer of a row locks the table and the row of stack_documents.
create table stack_table_rows (
  table_id     uuid not null,
  document_id  uuid not null,
  workspace_id uuid not null,
  position     bigint generated always as identity,
  cells        jsonb,
  version      bigint not null,
  -- The change that wrote the row last, and the change whose result the row shows: undoing a change
  -- sets the second back to an older one.
  change_id    bigint not null,
  state        bigint,
  updated_at   timestamptz not null,
  primary key (table_id, document_id)
) with (fillfactor = 85);

create index stack_table_rows_in_order on stack_table_rows (table_id, position);

-- One row per call that changed a table; its undo token identifies it.
create table stack_changes (
  id              bigint generated always as identity primary key,
  token           uuid not null unique,
  workspace_id    uuid not null,
  table_id        uuid not null references stack_tables (id) on delete cascade,
  action          text not null,
  note            text,
  -- The change that this one undid, and whether this one is still in effect.
  undoes          bigint,
  in_effect       boolean not null default true,
  -- Cells were converted, because a column's type changed.
  retypes         boolean not null default false,
  columns_version integer not null,
  changed_by      text not null,
  changed_at      timestamptz not null
);

create index stack_changes_of_table on stack_changes (table_id, id);

-- The effect of each change on a row (the cells that differ, before and after; null = no row) or,
-- without a document, on the table itself.
create table stack_history (
  table_id     uuid not null,
  change_id    bigint not null,
  id           bigint generated always as identity,
  document_id  uuid,
  version      bigint,
  before       jsonb,
  after        jsonb,
  old_state    bigint,
  new_state    bigint,
  primary key (table_id, change_id, id)
);

create index stack_history_of_document on stack_history (table_id, document_id, change_id, id);

-- A trigger writes the history of every write, whatever made it, with the values that it found when
-- two writers ran concurrently. It runs once per statement, however many rows that has.
create function record_new_rows() returns trigger language plpgsql as $$
begin
  insert into stack_history (table_id, change_id, document_id, version, after, new_state)
  select table_id, change_id, document_id, version, cells, state from new_rows;
  return null;
end
$$;

create function record_changed_rows() returns trigger language plpgsql as $$
begin
  case (select count(*) from (select from new_rows limit 2) changed)
  when 0 then
    return null;
  when 1 then
    insert into stack_history
      (table_id, change_id, document_id, version, before, after, old_state, new_state)
    select n.table_id, n.change_id, n.document_id, n.version,
      case when o.cells is null or n.cells is null then o.cells else (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(o.cells)
        where n.cells -> key is distinct from value) end,
      case when o.cells is null or n.cells is null then n.cells else (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(n.cells)
        where o.cells -> key is distinct from value) end,
      o.state, n.state
    from new_rows n, old_rows o;
  else
    -- Planned anew each time: a plan that was made for two rows would not end for many.
    execute $query$
      insert into stack_history
        (table_id, change_id, document_id, version, before, after, old_state, new_state)
      select n.table_id, n.change_id, n.document_id, n.version,
        case when o.cells is null or n.cells is null then o.cells else (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(o.cells)
          where n.cells -> key is distinct from value) end,
        case when o.cells is null or n.cells is null then n.cells else (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(n.cells)
          where o.cells -> key is distinct from value) end,
        o.state, n.state
      from new_rows n join old_rows o using (table_id, document_id)$query$;
  end case;
  return null;
end
$$;

create trigger new_rows_recorded after insert on stack_table_rows
  referencing new table as new_rows
  for each statement execute function record_new_rows();
create trigger changed_rows_recorded after update on stack_table_rows
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changed_rows();

-- In place of foreign keys: rows are deleted with their table and with their row of stack_documents;
-- the history only with its table.
create function forget_table() returns trigger language plpgsql as $$
begin
  delete from stack_table_rows where table_id in (select id from old_tables);
  delete from stack_history where table_id in (select id from old_tables);
  return null;
end
$$;

create function forget_place() returns trigger language plpgsql as $$
begin
  delete from stack_table_rows r using stack_tables t, old_places p
  where t.stack_id = p.stack_id and r.table_id = t.id and r.document_id = p.document_id;
  return null;
end
$$;

create trigger table_forgotten after delete on stack_tables
  referencing old table as old_tables
  for each statement execute function forget_table();
create trigger place_forgotten after delete on stack_documents
  referencing old table as old_places
  for each statement execute function forget_place();

-- The number in a text, by the rule of the stacks package, for columns that change their type to
-- number; null = the text is kept.
create function stack_number(cell text) returns jsonb language sql immutable strict as $$
  select to_jsonb(trim_scale(number)) from (
    select case
      when length(cell) <= 400
        and btrim(cell, E' \t\r\n') ~ '^([+-]?\$?|\$[+-])([0-9]+|[1-9][0-9]{0,2}(,[0-9]{3})+)?(\.[0-9]+)?$'
        and cell ~ '[0-9]'
      then translate(cell, E'$, \t\r\n', '')::numeric
      when length(cell) <= 400
        and btrim(cell, E' \t\r\n') ~ '^[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)[eE][+-]?[0-9]{1,3}$'
      then btrim(cell, E' \t\r\n')::numeric
    end as number
  ) read
  -- Beyond these a double is infinite, or zero.
  where abs(number) < 1.797693134862315807e308 and (number = 0 or abs(number) > 2.4703282292062328e-324)
$$;
