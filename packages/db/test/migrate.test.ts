import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseForTest } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, openDatabase } from '../src/index.ts'

/** An empty database, and a folder with these migrations. */
async function emptyDatabase(files: Record<string, string>) {
  const database = await databaseForTest()
  await database.pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const add = (name: string, text: string) => writeFile(join(folder, name), text)
  for (const [name, text] of Object.entries(files)) await add(name, text)
  return { ...database, folder, add }
}

test('20 processes migrate at the same time: each migration runs once', async () => {
  const { url, pool } = await emptyDatabase({})
  const databases = Array.from({ length: 20 }, () => openDatabase({ url, maxConnections: 1 }))
  try {
    const ran = await Promise.all(databases.map(({ db }) => migrate(db)))
    const [first = [], ...others] = ran.toSorted((a, b) => b.length - a.length)
    expect(others.flat()).toEqual([])
    const { rows } = await pool.query('select name from migrations order by name')
    expect(first).toEqual(rows.map(({ name }) => name))
  } finally {
    await Promise.all(databases.map((database) => database.close()))
  }
})

test('a migration that waits for a lock does not make calls wait, and succeeds later', async () => {
  const { db, pool, folder, add } = await emptyDatabase({
    '0001_things.sql': 'create table things (id int); insert into things values (1)',
  })
  expect(await migrate(db, { folder })).toEqual(['0001_things'])
  await add('0002_name.sql', 'alter table things add column name text')

  const reader = await pool.connect()
  await reader.query('begin; select * from things')
  const migrating = migrate(db, { folder, lockMs: 100, attempts: 1000 })
  // The migration waits for `reader`, and this call would wait for the migration.
  for (let call = 0; call < 5; call++) {
    expect((await pool.query('select id from things')).rows).toEqual([{ id: 1 }])
  }
  await reader.query('commit')
  reader.release()
  expect(await migrating).toEqual(['0002_name'])
})

test('a migration that takes long does not hold the locks of those before it', async () => {
  const { db, pool, folder, add } = await emptyDatabase({
    '0001_things.sql': 'create table things (id int)',
  })
  await migrate(db, { folder })
  await add('0002_name.sql', 'alter table things add column name text')
  await add('0003_slow.sql', 'select pg_advisory_xact_lock(1)')

  const holder = await pool.connect()
  await holder.query('begin; select pg_advisory_xact_lock(1)')
  const migrating = migrate(db, { folder, lockMs: 60_000 })
  const isSlow = async () => {
    const { rows } = await pool.query(
      `select from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory' and not granted`,
    )
    return rows.length
  }
  await expect.poll(isSlow).toBe(1)
  const { rows: locks } = await pool.query(
    `select relation from pg_locks join pg_database on pg_database.oid = database
     where datname = current_database() and mode = 'AccessExclusiveLock'`,
  )
  const { rows: done } = await pool.query('select name from migrations order by name')
  await holder.query('commit')
  holder.release()
  expect(await migrating).toEqual(['0002_name', '0003_slow'])
  expect(locks).toEqual([])
  expect(done).toEqual([{ name: '0001_things' }, { name: '0002_name' }])
})

test('migrations before one that fails are kept, and run only once', async () => {
  const { db, pool, folder, add } = await emptyDatabase({
    '0001_things.sql': 'create table things (id int)',
    '0002_wrong.sql': 'select wrong',
    '0003_others.sql': 'create table others (id int)',
  })
  await expect(migrate(db, { folder })).rejects.toThrow('0002_wrong.sql')
  const { rows } = await pool.query('select name from migrations')
  expect(rows).toEqual([{ name: '0001_things' }])
  await add('0002_wrong.sql', 'select 1')
  expect(await migrate(db, { folder })).toEqual(['0002_wrong', '0003_others'])
})

test('migrations that ran before others were tried again are reported with them', async () => {
  const { db, pool, folder, add } = await emptyDatabase({
    '0001_things.sql': 'create table things (id int)',
  })
  await migrate(db, { folder })
  await add('0002_others.sql', 'create table others (id int)')
  await add('0003_name.sql', 'alter table things add column name text')
  const reader = await pool.connect()
  await reader.query('begin; select * from things')
  const migrating = migrate(db, { folder, lockMs: 10, attempts: 1000 })
  const hasOthers = async () => {
    const { rows } = await pool.query(`select to_regclass('others')::text as name`)
    return rows[0]?.name
  }
  await expect
    .poll(hasOthers)
    .toBe('others')
    .finally(async () => {
      await reader.query('commit')
      reader.release()
    })
  expect(await migrating).toEqual(['0002_others', '0003_name'])
})

test('the clocks of processes that migrate one after the other may differ', async () => {
  const { db, pool, folder, add } = await emptyDatabase({ '0001_a.sql': 'select 1' })
  await migrate(db, { folder })
  await pool.query(`update migrations set timestamp = '2999-01-01T00:00:00.000Z'`)
  await add('0002_b.sql', 'select 1')
  expect(await migrate(db, { folder })).toEqual(['0002_b'])
  await add('0003_c.sql', 'select 1')
  expect(await migrate(db, { folder })).toEqual(['0003_c'])
})

test('a migration that comes before one that has run is refused', async () => {
  const { db, folder, add } = await emptyDatabase({ '0002_b.sql': 'select 1' })
  await migrate(db, { folder })
  await add('0001_a.sql', 'select 1')
  await expect(migrate(db, { folder })).rejects.toMatchObject({
    message: 'The database could not be migrated',
    cause: { message: '0001_a.sql has not run, but 0002_b.sql, which comes after it, has' },
  })
})

test('a database is never migrated down', async () => {
  const { db, pool, folder } = await emptyDatabase({
    '0001_a.sql': 'select 1',
    '0002_b.sql': 'select 1',
  })
  await migrate(db, { folder })
  expect(await migrate(db, { folder, upTo: '0001_a' })).toEqual([])
  const { rows } = await pool.query('select name from migrations order by name')
  expect(rows).toEqual([{ name: '0001_a' }, { name: '0002_b' }])
})

test('a migration that never gets its lock changes nothing', async () => {
  const { db, pool, folder, add } = await emptyDatabase({
    '0001_things.sql': 'create table things (id int)',
  })
  await migrate(db, { folder })
  await add(
    '0002_name.sql',
    'create table others (id int); alter table things add column name text',
  )
  const reader = await pool.connect()
  await reader.query('begin; select * from things')
  await expect(migrate(db, { folder, lockMs: 10, attempts: 2 })).rejects.toThrow('0002_name.sql')
  await reader.query('commit')
  reader.release()
  const { rows } = await pool.query("select to_regclass('others') as found")
  expect(rows).toEqual([{ found: null }])
})

test('an older version does not start on a newer database', async () => {
  const { db, folder, add } = await emptyDatabase({ '0001_a.sql': 'select 1' })
  await add('0002_b.sql', 'select 1')
  await migrate(db, { folder })
  await rm(join(folder, '0002_b.sql'))
  await expect(migrate(db, { folder })).rejects.toThrow('could not be migrated')
})
