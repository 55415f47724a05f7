import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { databaseForTest } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { backup, RestoreRefused, restore } from '../src/index.ts'

/** A backup of a database with values whose text depends on settings of the server. */
async function backedUp() {
  const { url, pool } = await databaseForTest()
  const { rows } = await pool.query("insert into workspaces (name) values ('w') returning id")
  await pool.query(
    `insert into agents (workspace_id, name, deliver_to, created_at)
     select $1, 'agent ' || n, '{"text": "é \\\\ \\" \\n, (quoted)"}'::jsonb, '2026-02-03 04:05:06.789+05:30'
       from generate_series(1, 1200) as n`,
    [rows[0].id],
  )
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'backup.gz')
  return { url, pool, file, tables: await backup({ url, file }) }
}

async function emptyDatabase() {
  const database = await databaseForTest()
  await database.pool.query('drop schema public cascade; create schema public')
  const objects = async () => {
    const { rows } = await database.pool.query(
      `select (select count(*) from pg_class where relnamespace = 'public'::regnamespace)
            + (select count(*) from pg_proc where pronamespace = 'public'::regnamespace)
            + (select count(*) from pg_type where typnamespace = 'public'::regnamespace) as count`,
    )
    return Number(rows[0].count)
  }
  return { ...database, objects }
}

test('a restored database has the counts and checksums of the backup', async () => {
  const { file, tables } = await backedUp()
  const target = await emptyDatabase()
  expect(await restore({ url: target.url, file })).toEqual(tables)
  expect(tables.find(({ table }) => table === 'agents')).toMatchObject({ rows: 1200 })
  expect(await backup({ url: target.url, file: `${file}.2` })).toEqual(tables)
})

test('the call log is restored with every text of its calls', async () => {
  const source = await databaseForTest()
  await source.pool.query(
    `insert into call_log_segments (agents, size, first_at, last_at, calls)
     select array['Ann'], 100, now(), now(), array_agg(row(
       'Ann', 'k', 'get_context', '/v1/tools/get_context', 'call ' || n || '.' || m, null, 200, null, null, null,
       repeat('{"text":"é \\ " \n, (quoted)"}', 100), 1.5, 2, 3, '{"a":["\\"]}', false, now())::logged_call)
     from generate_series(1, 12) n, generate_series(1, 100) m group by n`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'backup.gz')
  const tables = await backup({ url: source.url, file })
  const target = await emptyDatabase()
  expect(await restore({ url: target.url, file })).toEqual(tables)
  const query = 'select called.* from call_log_segments, unnest(calls) called order by request_id'
  expect((await target.pool.query(query)).rows).toEqual((await source.pool.query(query)).rows)
})

test('servers with other formats of dates and another time zone restore the same values', async () => {
  const { file, tables, pool } = await backedUp()
  const target = await emptyDatabase()
  const { rows } = await target.pool.query('select current_database() as name')
  await target.pool.query(
    `alter database ${rows[0].name} set datestyle = 'SQL, DMY';
     alter database ${rows[0].name} set timezone = 'Asia/Kolkata'`,
  )
  expect(await restore({ url: target.url, file })).toEqual(tables)
  const query = 'select extract(epoch from created_at)::text as at from agents limit 1'
  expect((await target.pool.query(query)).rows).toEqual((await pool.query(query)).rows)
  expect(await backup({ url: target.url, file: `${file}.2` })).toEqual(tables)
})

type Damage = (lines: string[], packed: Buffer) => Buffer

const pack = (lines: string[]) => gzipSync(lines.join('\n'))

const DAMAGES: [string, Damage, RegExp][] = [
  ['ends early', (_, packed) => packed.subarray(0, packed.length / 2), /incomplete or damaged/],
  ['lacks its last lines', (lines) => pack([...lines.slice(0, -3), '']), /incomplete or damaged/],
  [
    'has a changed value',
    (lines) => pack(lines.map((line) => line.replace('agent 77\\"', 'agent 7x\\"'))),
    /incomplete or damaged/,
  ],
  [
    'has a row that cannot be read',
    (lines) => pack(lines.map((line) => (line.startsWith('"(') ? '"(oops"' : line))),
    /incomplete or damaged/,
  ],
  ['is another kind of file', () => Buffer.from('hello'), /not a backup of Quartermaster/],
  [
    'is of a newer version',
    (lines) => pack([lines[0]?.replace('"]', '","9999_future"]') ?? '', ...lines.slice(1)]),
    /newer version of Quartermaster.*9999_future/,
  ],
]

test('a file that is damaged is refused, and the database stays empty for the next attempt', async () => {
  const { file, tables } = await backedUp()
  const packed = await readFile(file)
  const lines = gunzipSync(packed).toString().split('\n')
  const target = await emptyDatabase()
  const before = await target.objects()
  for (const [title, damage, message] of DAMAGES) {
    const damaged = `${file}.damaged`
    const content = damage(lines, packed)
    expect(content.equals(packed), title).toBe(false)
    await writeFile(damaged, content)
    const error = await restore({ url: target.url, file: damaged }).catch((caught) => caught)
    expect(error, title).toBeInstanceOf(RestoreRefused)
    expect(error.message, title).toMatch(message)
    expect(await target.objects(), title).toBe(before)
  }
  expect(await restore({ url: target.url, file })).toEqual(tables)
})

test('a database that has data is refused and keeps it', async () => {
  const { url, file, tables } = await backedUp()
  await expect(restore({ url, file })).rejects.toThrow('The database is not empty')
  expect(await backup({ url, file: `${file}.2` })).toEqual(tables)
})
