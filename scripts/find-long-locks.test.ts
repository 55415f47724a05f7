import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLongLocks } from './find-long-locks.ts'

test.each([
  'create index items_by_time on items (written_at);',
  'create unique index on items (id);',
  'alter table items alter column id type bigint;',
  'alter table items add column a text, alter column b set not null;',
  'alter table items add constraint is_short check (length(a) < 9);',
  'alter table items add foreign key (owner) references owners (id);',
  'alter table items add unique (name);',
  'alter table items add column id uuid not null default gen_random_uuid();',
  'alter table items add column n bigint generated always as identity;',
  'alter table items add column stem text generated always as (lower(name)) stored;',
  'alter table items add column n integer check (n > 0);',
  'alter table items add column n integer not null;',
  'alter table items add check (n > 0) not valid; alter table items validate constraint items_n_check;',
  'update items set n = 0;',
  'delete from items;',
  'truncate items;',
  'lock table items;',
  'vacuum full items;',
])('%s is reported', (sql) => {
  expect(findLongLocks(sql)).toHaveLength(1)
})

test.each([
  'create table items (id bigint primary key); create index items_by_id on items (id);',
  'create unlogged table items (id bigint); alter table items add unique (id);',
  'create index concurrently items_by_time on items (written_at);',
  'alter table items add column a text, add column b integer not null default 0;',
  "alter table items add column a text not null default 'it; is', add column t timestamptz default now();",
  'alter table items add constraint is_short check (length(a) < 9) not valid;',
  'alter table items validate constraint is_short;',
  'alter table items add constraint items_pkey primary key using index items_ids;',
  'alter table items drop column a, rename to things;',
  'create function f() returns void language sql as $$ delete from items; update items set n = 0 $$;',
  '-- create index on items (a);\nselect 1;',
  'update items set n = 0 where id = 1;',
])('%s is not reported', (sql) => {
  expect(findLongLocks(sql)).toEqual([])
})

test('indexes that earlier migrations built on large tables would be reported', () => {
  const folder = new URL('../migrations/', import.meta.url)
  const [file = ''] = readdirSync(folder).filter((name) => name.startsWith('0025_'))
  expect(findLongLocks(readFileSync(new URL(file, folder), 'utf8'))).toEqual([
    expect.stringContaining('tool_calls'),
  ])
})
