import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPostmasterFile } from '../src/data/postmaster-file.ts'
import { DataFolderInUse, startEmbeddedPostgres } from '../src/index.ts'
import { freePort } from '../src/process/launch-server.ts'
import { FOR_ROOT, resolveLaunchMode } from '../src/process/run-as.ts'
import { query, SOON, spawnOwner, stopAfterTest, usedFolder } from './fixtures.ts'

const start = (dataDir: string) => stopAfterTest(startEmbeddedPostgres({ dataDir, durable: false }))

test('a folder in use is refused until its owner is killed', async () => {
  const dataDir = await usedFolder()
  const owner = spawnOwner(dataDir)
  const url = await owner.nextLine()
  await query(url, 'create table kept ()')

  await expect(start(dataDir)).rejects.toThrow(
    new DataFolderInUse(`The data folder ${dataDir} is in use by process ${owner.pid}.`),
  )

  await owner.kill()
  const next = await start(dataDir)
  expect(await query(next.url, 'select from kept')).toEqual([])
  await expect(query(url, 'select')).rejects.toThrow('ECONNREFUSED')
})

test('the server of a killed owner stops by itself', async () => {
  const dataDir = await usedFolder()
  const owner = spawnOwner(dataDir)
  const url = await owner.nextLine()

  await owner.kill()
  await expect.poll(() => readPostmasterFile(join(dataDir, 'data')), SOON).toBeUndefined()
  await expect(query(url, 'select')).rejects.toThrow('ECONNREFUSED')
})

test('Ctrl-C in the terminal reaches the owner and not its server', async () => {
  const owner = spawnOwner(await usedFolder())
  await owner.nextLine()

  owner.pressCtrlC()
  expect(await owner.nextLine()).toBe('finished after Ctrl-C')
})

test('a server without a watcher is stopped by the next start', async () => {
  const dataDir = await usedFolder()
  const orphan = await startUnwatched(dataDir)

  const { url } = await start(dataDir)
  expect(await orphan.ended).toEqual([0, null])
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.platform === 'linux')(
  'a query that survives its killed server is ended by the next start',
  async () => {
    const dataDir = await usedFolder()
    const { url, exited } = await start(dataDir)
    const answer = query(url, 'select count(*) from generate_series(1, 1e12::bigint)')
    const lost = expect(answer).rejects.toThrow('terminated')
    const running = `select from pg_stat_activity where query like '%1e12%' and state = 'active'`
    await expect.poll(() => query(url, running), SOON).toHaveLength(2)

    process.kill((await readPostmasterFile(join(dataDir, 'data')))?.pid ?? Number.NaN, 'SIGKILL')
    await exited
    await start(dataDir)
    await lost
  },
)

test('a stale process id that another process has now is ignored, and that process survives', async () => {
  const dataDir = await usedFolder()
  const first = await start(dataDir)
  const file = join(dataDir, 'data', 'postmaster.pid')
  const left = await readFile(file, 'utf8')
  await first.stop()

  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void stranger.kill())
  await writeFile(file, left.replace(/^\d+/, String(stranger.pid)))

  const second = await start(dataDir)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

async function startUnwatched(dataDir: string) {
  const { way } = JSON.parse(await readFile(join(dataDir, 'cluster.json'), 'utf8'))
  const { runAs, binaries } = await resolveLaunchMode(dataDir, way, FOR_ROOT)
  const data = join(dataDir, 'data')
  const settings = ['-c', 'unix_socket_directories=', '-c', `port=${await freePort()}`]
  const [command = '', ...args] = [...runAs.prefix, binaries.postgres, '-D', data, ...settings]

  const child = spawn(command, args, { stdio: 'ignore', ...runAs })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGQUIT')
    await ended
  })
  await expect.poll(async () => (await readPostmasterFile(data))?.status, SOON).toBe('ready')
  return { ended }
}
