import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DataFolderInUse, startEmbeddedPostgres } from '../src/index.ts'
import { query, stopAfterTest, temporaryFolder, usedFolder } from './fixtures.ts'

const start = (dataDir: string, settings: Record<string, string> = {}) =>
  stopAfterTest(startEmbeddedPostgres({ dataDir, durable: false, settings }))

test('a new folder becomes a UTF-8 and UTC database that keeps its data after a restart', async () => {
  const dataDir = join(await temporaryFolder(), 'not', 'yet', 'there')
  const first = await stopAfterTest(startEmbeddedPostgres({ dataDir }))
  await query(first.url, `create table notes as select 'größer' as word`)
  await first.stop()
  await expect(query(first.url, 'select')).rejects.toThrow('ECONNREFUSED')

  const second = await start(dataDir)
  expect(await query(second.url, 'select word from notes')).toEqual([{ word: 'größer' }])
  expect(
    await query(
      second.url,
      `select current_database() as name, current_setting('server_encoding') as encoding,
         current_setting('timezone') as zone, current_setting('listen_addresses') as address`,
    ),
  ).toEqual([{ name: 'quartermaster', encoding: 'UTF8', zone: 'UTC', address: '127.0.0.1' }])
})

test('only the generated password is accepted, and not for a superuser', async () => {
  const dataDir = await usedFolder()
  const { url } = await start(dataDir)

  const { mode } = await stat(join(dataDir, 'cluster.json'))
  expect(mode & 0o777).toBe(0o600)
  expect(await query(url, `select current_setting('is_superuser') as root`)).toEqual([
    { root: 'off' },
  ])
  for (const [part, wrong] of [
    [new URL(url).password, 'guess'],
    ['quartermaster:', 'postgres:'],
  ] as const) {
    await expect(query(url.replace(part, wrong), 'select')).rejects.toThrow('authentication failed')
  }
})

test('a missing cluster file loses no data', async () => {
  const dataDir = await usedFolder()
  const first = await start(dataDir)
  await query(first.url, 'create table kept ()')
  await first.stop()
  await rm(join(dataDir, 'cluster.json'))

  const second = await start(dataDir)
  expect(new URL(second.url).password).not.toBe(new URL(first.url).password)
  expect(await query(second.url, 'select from kept')).toEqual([])
})

test('of two simultaneous starts one succeeds and the other names the owner of the folder', async () => {
  const dataDir = await usedFolder()
  const outcomes = await Promise.allSettled([start(dataDir), start(dataDir)])

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(refused?.reason).toBeInstanceOf(DataFolderInUse)
  expect(refused?.reason.message).toBe(
    `The data folder ${dataDir} is in use by process ${process.pid}.`,
  )
})

test('a server that cannot start reports why and releases the folder', async () => {
  const dataDir = await usedFolder()
  await expect(start(dataDir, { work_mem: 'plenty' })).rejects.toThrow(
    /PostgreSQL in .* ended with code 1:\n.*invalid value for parameter "work_mem": "plenty"/,
  )
  const { url } = await start(dataDir, { work_mem: '5MB' })
  expect(await query(url, 'show work_mem')).toEqual([{ work_mem: '5MB' }])
})

test('a server that exits by itself is reported, a stopped one is not', async () => {
  const dataDir = await usedFolder()
  const killed = await start(dataDir)
  process.kill(await postmasterOf(dataDir), 'SIGKILL')
  await killed.exited

  const stopped = await start(dataDir)
  await stopped.stop()
  expect(await Promise.race([stopped.exited, 'silent'])).toBe('silent')
})

async function postmasterOf(dataDir: string) {
  return Number.parseInt(await readFile(join(dataDir, 'data', 'postmaster.pid'), 'utf8'), 10)
}
