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
