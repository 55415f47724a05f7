-- A column of a large table gets an order when it is first sorted by: one key per row, maintained from
-- then on, so that a page of a large sorted table costs the same as one of a small table. Other columns
-- cost nothing.
alter table stack_tables
  -- The orders of the table, by column id: {id, filled}. `filled` is true or, while the order is being
  -- built, the position of the last row that is in it. An order is never dropped, so readers can rely on
  -- one that they have seen.
  add column orders     jsonb not null default '{}',
  -- Whether stack_row_counts has the number of rows.
  add column is_counted boolean not null default false;

create sequence stack_order_ids as integer;

-- A table without further data: its primary key is the order.
create table stack_sort_keys (
  order_id integer not null,
  rank     smallint not null,
  number   numeric not null,
  text     text collate "C" not null,
  position bigint not null,
  primary key (order_id, rank, number, text, position)
);

-- The sort key of a row: numbers first, by value, then texts, by their first 200 characters, then
-- empty cells.
create function sort_key(cells jsonb, column_id text)
returns table (rank smallint, number numeric, text text)
language sql immutable parallel safe as $$
  select
    (case jsonb_typeof(value) when 'number' then 0 when 'string' then 1 else 2 end)::smallint,
    case jsonb_typeof(value) when 'number' then value::numeric else 0 end,
    case jsonb_typeof(value) when 'string' then left(value #>> '{}', 200) else '' end
  from (select cells -> column_id -> 'v' as value) cell
$$;

-- Reads the first keys of an order after a given key: numbers, texts and empty cells are three ranges,
-- each read forwards or backwards. The settings force an index scan, because the planner has no
-- statistics yet for an order that was just built.
create function walk_order(
  walked integer,
  descending boolean,
  after_rank integer,
  after_number numeric,
  after_text text,
  after_position bigint,
  most integer
)
returns table (rank smallint, number numeric, text text, "position" bigint)
language plpgsql stable rows 100
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  read integer;
begin
  for range in after_rank..2 loop
    if descending then
      return query select s.rank, s.number, s.text, s.position from stack_sort_keys s
        where s.order_id = walked and s.rank = range
          and (s.number, s.text, s.position) < (after_number, after_text, after_position)
        order by s.number desc, s.text desc, s.position desc limit most;
      after_number := 'infinity';
    else
      return query select s.rank, s.number, s.text, s.position from stack_sort_keys s
        where s.order_id = walked and s.rank = range
          and (s.number, s.text, s.position) > (after_number, after_text, after_position)
        order by s.number, s.text, s.position limit most;
      after_number := '-infinity';
    end if;
    get diagnostics read = row_count;
    most := most - read;
    exit when most = 0;
  end loop;
end
$$;

-- The first rows that have one value, after a position.
create function walk_value(
  walked integer,
  at_rank integer,
  at_number numeric,
  at_text text,
  after_position bigint,
  most integer
)
returns setof bigint language sql stable rows 100
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
  select position from stack_sort_keys
  where order_id = walked and rank = at_rank and number = at_number and text = at_text
    and position > after_position
  order by position limit most
$$;

-- The number of rows of a table is the sum of these. With a single number, every writer would wait for
-- the one before.
create table stack_row_counts (
  table_id uuid not null,
  id       bigint generated always as identity,
  rows     bigint not null,
  primary key (table_id, id)
);

create function count_rows(counted uuid, more bigint) returns void language plpgsql as $$
declare
  made bigint;
begin
  if more = 0 then
    return;
  end if;
  insert into stack_row_counts (table_id, rows) values (counted, more) returning id into made;
  -- Now and then they are made one; what another writer has in hand is left to it.
  if made % 100 = 0 then
    with added as (
      delete from stack_row_counts where table_id = counted and id in (
        select id from stack_row_counts where table_id = counted for update skip locked
      )
      returning rows
    )
    insert into stack_row_counts (table_id, rows) select counted, sum(rows) from added;
  end if;
end
$$;

-- Triggers maintain the orders of a table for every write, whatever made it. A table without orders
-- costs one look-up per statement.
create function order_new_rows() returns trigger language plpgsql as $$
declare
  t record;
begin
  for t in
    select id, orders, is_counted from stack_tables
    where id = any(array(select distinct table_id from new_rows)) and (orders <> '{}' or is_counted)
  loop
    -- As JSON, true is more than any number.
    insert into stack_sort_keys
    select (o.value -> 'id')::integer, k.rank, k.number, k.text, r.position
    from new_rows r, jsonb_each(t.orders) o, sort_key(r.cells, o.key) k
    where r.table_id = t.id and r.cells is not null and o.value -> 'filled' >= to_jsonb(r.position);
    if t.is_counted then
      perform count_rows(t.id, (select count(cells) from new_rows where table_id = t.id));
    end if;
  end loop;
  return null;
end
$$;

create function order_changed_rows() returns trigger language plpgsql as $$
declare
  t record;
begin
  for t in
    select id, orders, is_counted from stack_tables
    where id = any(array(select distinct table_id from new_rows)) and (orders <> '{}' or is_counted)
  loop
    -- Sets of keys instead of pairs of rows: the plan for one row is then as good for many.
    with before as materialized (
      select (o.value -> 'id')::integer as order_id, k.rank, k.number, k.text, r.position
      from old_rows r, jsonb_each(t.orders) o, sort_key(r.cells, o.key) k
      where r.table_id = t.id and r.cells is not null and o.value -> 'filled' >= to_jsonb(r.position)
    ), after as materialized (
      select (o.value -> 'id')::integer as order_id, k.rank, k.number, k.text, r.position
      from new_rows r, jsonb_each(t.orders) o, sort_key(r.cells, o.key) k
      where r.table_id = t.id and r.cells is not null and o.value -> 'filled' >= to_jsonb(r.position)
    ), removed as (
      delete from stack_sort_keys s using (table before except table after) k
      where (s.order_id, s.rank, s.number, s.text, s.position)
        = (k.order_id, k.rank, k.number, k.text, k.position)
    )
    insert into stack_sort_keys (table after except table before);
    if t.is_counted then
      perform count_rows(t.id, (select count(cells) from new_rows where table_id = t.id)
        - (select count(cells) from old_rows where table_id = t.id));
    end if;
  end loop;
  return null;
end
$$;

create trigger new_rows_ordered after insert on stack_table_rows
  referencing new table as new_rows
  for each statement execute function order_new_rows();
create trigger changed_rows_ordered after update on stack_table_rows
  referencing old table as old_rows new table as new_rows
  for each statement execute function order_changed_rows();

create or replace function forget_table() returns trigger language plpgsql as $$
begin
  delete from stack_table_rows where table_id in (select id from old_tables);
  delete from stack_history where table_id in (select id from old_tables);
  delete from stack_row_counts where table_id in (select id from old_tables);
  delete from stack_sort_keys where order_id in (
    select (o.value -> 'id')::integer from old_tables t, jsonb_each(t.orders) o
  );
  return null;
end
$$;

create or replace function forget_place() returns trigger language plpgsql as $$
begin
  with gone as (
    delete from stack_table_rows r using stack_tables t, old_places p
    where t.stack_id = p.stack_id and r.table_id = t.id and r.document_id = p.document_id
    returning r.table_id, r.position, r.cells, t.orders, t.is_counted
  ), unordered as (
    delete from stack_sort_keys s using gone g, jsonb_each(g.orders) o, sort_key(g.cells, o.key) k
    where g.cells is not null and s.order_id = (o.value -> 'id')::integer and s.rank = k.rank
      and s.number = k.number and s.text = k.text and s.position = g.position
  )
  insert into stack_row_counts (table_id, rows)
  select table_id, -count(cells) from gone where is_counted group by table_id having count(cells) > 0;
  return null;
end
$$;
