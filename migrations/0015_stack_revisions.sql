-- Each call that changes a table creates one revision, the unit that undo_change takes back. A row
-- shows the content of the revision in `state`; `revision_id` is the revision that wrote it last.
alter table stack_changes rename to stack_revisions;
alter table stack_revisions rename constraint stack_changes_pkey to stack_revisions_pkey;
alter table stack_revisions rename constraint stack_changes_token_key to stack_revisions_token_key;
alter index stack_changes_of_table rename to stack_revisions_of_table;
alter table stack_table_rows rename column change_id to revision_id;
alter table stack_history rename column change_id to revision_id;
alter index stack_history_of_change rename to stack_history_of_revision;
alter table stack_tables rename column columns_made to last_column_number;

-- Every writer of a revision holds a lock on its table, so the foreign key's own check only costs
-- time. `forget_table` below deletes the revisions of a deleted table.
alter table stack_revisions drop constraint stack_changes_table_id_fkey;

-- A sort index lists the rows of a large table in the order of one column. It is built in batches:
-- rows up to the position `filled_to` are in it, and `is_complete` says that all rows are. A sort
-- index is never dropped before its table, so readers can rely on one that they have seen.
create table stack_sort_indexes (
  id          integer generated always as identity primary key,
  table_id    uuid not null,
  column_id   text not null,
  filled_to   bigint not null default 0,
  is_complete boolean not null default false,
  unique (table_id, column_id)
);

insert into stack_sort_indexes (id, table_id, column_id, filled_to, is_complete)
overriding system value
select (o.value -> 'id')::integer, t.id, o.key,
  case o.value ->> 'filled' when 'true' then 0 else (o.value ->> 'filled')::bigint end,
  o.value ->> 'filled' = 'true'
from stack_tables t, jsonb_each(t.orders) o;

select setval(
  pg_get_serial_sequence('stack_sort_indexes', 'id'),
  coalesce((select max(id) from stack_sort_indexes), 0) + 1,
  false
);

drop trigger new_rows_recorded on stack_table_rows;
drop trigger changed_rows_recorded on stack_table_rows;
drop trigger new_rows_ordered on stack_table_rows;
drop trigger changed_rows_ordered on stack_table_rows;
drop function record_new_rows();
drop function record_changed_rows();
drop function order_new_rows();
drop function order_changed_rows();
drop function walk_order(integer, boolean, integer, numeric, text, bigint, integer);
drop function walk_value(integer, integer, numeric, text, bigint, integer);
alter table stack_tables drop column orders;
drop sequence stack_order_ids;
alter table stack_sort_keys rename column order_id to sort_index_id;

-- Reads up to `max_rows` keys of a sort index after a given key: numbers, texts and empty cells are
-- three ranges, each read forwards or backwards. The settings force an index scan, because the
-- planner has no statistics yet for a sort index that was just built.
create function scan_sort_index(
  scanned integer,
  descending boolean,
  after_rank integer,
  after_number numeric,
  after_text text,
  after_position bigint,
  max_rows integer
)
returns table (rank smallint, number numeric, text text, "position" bigint)
language plpgsql stable rows 100
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  found_rows integer;
begin
  for range in after_rank..2 loop
    if descending then
      return query select s.rank, s.number, s.text, s.position from stack_sort_keys s
        where s.sort_index_id = scanned and s.rank = range
          and (s.number, s.text, s.position) < (after_number, after_text, after_position)
        order by s.number desc, s.text desc, s.position desc limit max_rows;
      after_number := 'infinity';
    else
      return query select s.rank, s.number, s.text, s.position from stack_sort_keys s
        where s.sort_index_id = scanned and s.rank = range
          and (s.number, s.text, s.position) > (after_number, after_text, after_position)
        order by s.number, s.text, s.position limit max_rows;
      after_number := '-infinity';
    end if;
    get diagnostics found_rows = row_count;
    max_rows := max_rows - found_rows;
    exit when max_rows = 0;
  end loop;
end
$$;

-- The positions of up to `max_rows` rows that have one value, after a given position.
create function scan_sort_value(
  scanned integer,
  at_rank integer,
  at_number numeric,
  at_text text,
  after_position bigint,
  max_rows integer
)
returns setof bigint language sql stable rows 100
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
  select position from stack_sort_keys
  where sort_index_id = scanned and rank = at_rank and number = at_number and text = at_text
    and position > after_position
  order by position limit max_rows
$$;

-- Fires once per statement that inserts rows, also when the insert turned into an update: then
-- `new_rows` is empty. Writes the history, the keys of sort indexes, and the row count.
create function record_inserted_rows() returns trigger language plpgsql as $$
begin
  insert into stack_history (table_id, revision_id, document_id, version, after, new_state)
  select table_id, revision_id, document_id, version, cells, state from new_rows;
  if not found then
    return null;
  end if;
  insert into stack_sort_keys
  select i.id, k.rank, k.number, k.text, r.position
  from new_rows r join stack_sort_indexes i on i.table_id = r.table_id, sort_key(r.cells, i.column_id) k
  where r.cells is not null and (i.is_complete or r.position <= i.filled_to);
  perform count_rows(t.id, (select count(cells) from new_rows where table_id = t.id))
  from stack_tables t
  where t.id = any(array(select distinct table_id from new_rows)) and t.is_counted;
  return null;
end
$$;

-- Fires once per statement that updates rows. `before` and `after` in the history hold the cells
-- that differ, as the update found them when two writers met.
create function record_updated_rows() returns trigger language plpgsql as $$
declare
  updated integer := (select count(*) from (select from new_rows limit 101) changed);
begin
  if updated = 0 then
    return null;
  elsif updated <= 100 then
    insert into stack_history
      (table_id, revision_id, document_id, version, before, after, old_state, new_state)
    select n.table_id, n.revision_id, n.document_id, n.version,
      case when o.cells is null or n.cells is null then o.cells else (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(o.cells)
        where n.cells -> key is distinct from value) end,
      case when o.cells is null or n.cells is null then n.cells else (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(n.cells)
        where o.cells -> key is distinct from value) end,
      o.state, n.state
    from new_rows n join old_rows o using (table_id, document_id);
  else
    -- `execute` plans the join again: a cached plan for few rows would be far too slow for many.
    execute $query$
      insert into stack_history
        (table_id, revision_id, document_id, version, before, after, old_state, new_state)
      select n.table_id, n.revision_id, n.document_id, n.version,
        case when o.cells is null or n.cells is null then o.cells else (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(o.cells)
          where n.cells -> key is distinct from value) end,
        case when o.cells is null or n.cells is null then n.cells else (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(n.cells)
          where o.cells -> key is distinct from value) end,
        o.state, n.state
      from new_rows n join old_rows o using (table_id, document_id)$query$;
  end if;
  if exists (
    select from stack_sort_indexes
    where table_id = any(array(select distinct table_id from new_rows))
  ) then
    -- Comparing sets of keys instead of joining rows: one plan is good for one row and for many.
    with before as materialized (
      select i.id as sort_index_id, k.rank, k.number, k.text, r.position
      from old_rows r join stack_sort_indexes i on i.table_id = r.table_id, sort_key(r.cells, i.column_id) k
      where r.cells is not null and (i.is_complete or r.position <= i.filled_to)
    ), after as materialized (
      select i.id as sort_index_id, k.rank, k.number, k.text, r.position
      from new_rows r join stack_sort_indexes i on i.table_id = r.table_id, sort_key(r.cells, i.column_id) k
      where r.cells is not null and (i.is_complete or r.position <= i.filled_to)
    ), removed as (
      delete from stack_sort_keys s using (table before except table after) k
      where (s.sort_index_id, s.rank, s.number, s.text, s.position)
        = (k.sort_index_id, k.rank, k.number, k.text, k.position)
    )
    insert into stack_sort_keys (table after except table before);
  end if;
  perform count_rows(t.id, (select count(cells) from new_rows where table_id = t.id)
    - (select count(cells) from old_rows where table_id = t.id))
  from stack_tables t
  where t.id = any(array(select distinct table_id from new_rows)) and t.is_counted;
  return null;
end
$$;

create trigger inserted_rows_recorded after insert on stack_table_rows
  referencing new table as new_rows
  for each statement execute function record_inserted_rows();
create trigger updated_rows_recorded after update on stack_table_rows
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_updated_rows();

-- The tables below have no foreign keys: checked row by row, those would cost a bulk update more
-- than the update itself.
create or replace function forget_table() returns trigger language plpgsql as $$
begin
  delete from stack_table_rows where table_id in (select id from old_tables);
  delete from stack_history where table_id in (select id from old_tables);
  delete from stack_revisions where table_id in (select id from old_tables);
  delete from stack_row_counts where table_id in (select id from old_tables);
  with removed as (
    delete from stack_sort_indexes where table_id in (select id from old_tables) returning id
  )
  delete from stack_sort_keys where sort_index_id in (select id from removed);
  return null;
end
$$;

create or replace function forget_place() returns trigger language plpgsql as $$
begin
  with removed as (
    delete from stack_table_rows r using stack_tables t, old_places p
    where t.stack_id = p.stack_id and r.table_id = t.id and r.document_id = p.document_id
    returning r.table_id, r.position, r.cells, t.is_counted
  ), unindexed as (
    delete from stack_sort_keys s
    using removed r, stack_sort_indexes i, sort_key(r.cells, i.column_id) k
    where r.cells is not null and i.table_id = r.table_id and s.sort_index_id = i.id
      and s.rank = k.rank and s.number = k.number and s.text = k.text and s.position = r.position
  )
  insert into stack_row_counts (table_id, rows)
  select table_id, -count(cells) from removed where is_counted group by table_id having count(cells) > 0;
  return null;
end
$$;
