-- Entries of a row get their ids while the row is locked, so ids are in the order of execution; a call
-- may have taken its own number long before.
alter table stack_history drop constraint stack_history_pkey;
alter table stack_history add primary key (table_id, id);
create index stack_history_of_change on stack_history (table_id, change_id);
drop index stack_history_of_document;
create index stack_history_of_document on stack_history (table_id, document_id, id);

-- The rule of the stacks package: also with the sign behind the amount or separated by a blank, and
-- with nothing after the point.
create or replace function stack_number(cell text) returns jsonb language sql immutable strict as $$
  select to_jsonb(trim_scale(number)) from (
    select case
      when length(cell) <= 400
        and btrim(cell, E' \t\r\n') ~ '^(([+-]?(\$ ?)?|\$ ?[+-])([0-9]+|[1-9][0-9]{0,2}(,[0-9]{3})+)?(\.[0-9]*)?|[+-]?([0-9]+|[1-9][0-9]{0,2}(,[0-9]{3})+)?(\.[0-9]*)? ?\$)$'
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
