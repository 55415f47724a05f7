-- A name identifies a table within its stack, and may be used in place of the id. Tables that
-- already share a name get a number.
with numbered as (
  select id, row_number() over (partition by stack_id, name order by created_at, id) as n
  from stack_tables
)
update stack_tables t set name = left(t.name, 240) || ' (' || numbered.n || ')'
from numbered where numbered.id = t.id and numbered.n > 1;

create unique index stack_tables_by_name on stack_tables (stack_id, name);
create index stack_tables_of_workspace on stack_tables (workspace_id, name);
create index stacks_by_name on stacks (workspace_id, name);

-- Cells, quotes, notes and document texts used their own encoding of NUL and lone surrogates. They
-- now use the encoding that all texts have, so that comparisons find the same text.
create function reencode_text(stored text) returns text language plpgsql immutable strict as $$
declare
  result text := '';
  is_escaped boolean := false;
  letter text;
begin
  foreach letter in array string_to_array(stored, null) loop
    if is_escaped then
      result := result || U&'\+10F7FE' || letter;
      is_escaped := false;
    elsif letter = U&'\+10F001' then
      is_escaped := true;
    elsif letter = U&'\+10F000' then
      result := result || U&'\+10F7FF';
    elsif letter in (U&'\+10F7FE', U&'\+10F7FF') then
      result := result || U&'\+10F7FE' || letter;
    else
      result := result || letter;
    end if;
  end loop;
  return result;
end
$$;

create temporary table affected_tables on commit drop as
select distinct table_id from stack_table_rows
where cells::text ~ U&'[\+10F000\+10F001\+10F7FE\+10F7FF]';

alter table stack_table_rows disable trigger updated_rows_recorded;
update stack_table_rows set cells = reencode_text(cells::text)::jsonb
where cells::text ~ U&'[\+10F000\+10F001\+10F7FE\+10F7FF]';
alter table stack_table_rows enable trigger updated_rows_recorded;

-- The sort indexes of these tables are built again when somebody sorts by their column.
delete from stack_sort_keys where sort_index_id in (
  select i.id from stack_sort_indexes i join affected_tables a on a.table_id = i.table_id
);
update stack_sort_indexes set filled_to = 0, is_complete = false
where table_id in (select table_id from affected_tables);

update stack_history set before = reencode_text(before::text)::jsonb, after = reencode_text(after::text)::jsonb
where before::text ~ U&'[\+10F000\+10F001\+10F7FE\+10F7FF]' or after::text ~ U&'[\+10F000\+10F001\+10F7FE\+10F7FF]';
update stack_revisions set note = reencode_text(note) where note ~ U&'[\+10F000\+10F001\+10F7FE\+10F7FF]';
update documents set text = reencode_text(text) where text ~ U&'[\+10F000\+10F001\+10F7FE\+10F7FF]';

drop function reencode_text(text);
