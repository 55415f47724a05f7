import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { query, stopAfterTest, temporaryFolder } from '../../test/fixtures.ts'
import { startWith } from '../start-embedded-postgres.ts'
import { FOR_ROOT } from './run-as.ts'

const isRoot = process.geteuid?.() === 0
const clusterOf = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, 'cluster.json'), 'utf8'))

test.skipIf(isRoot)('an ordinary user runs the server as it is', async () => {
  const dataDir = await temporaryFolder()
  await stopAfterTest(startWith({ dataDir, durable: false }, FOR_ROOT))
  expect(await clusterOf(dataDir)).toMatchObject({ way: 'direct', data: 'data' })
})

describe.runIf(isRoot)('as root', () => {
  test('inside a folder that only root can enter', async () => {
    const dataDir = join(await temporaryFolder(), 'postgres')
    const forRoot = { ...FOR_ROOT, sharedFolder: await openFolder() }
    const { url } = await stopAfterTest(startWith({ dataDir, durable: false }, forRoot))
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('without namespaces, data that the other user cannot reach lives in the shared folder', async () => {
    const dataDir = join(await temporaryFolder(), 'postgres')
    const forRoot = { namespaces: false, sharedFolder: await openFolder() }
    const first = await stopAfterTest(startWith({ dataDir, durable: false }, forRoot))
    await query(first.url, 'create table kept ()')
    await first.stop()

    const { way, data } = await clusterOf(dataDir)
    expect(way).toBe('other-user')
    expect(data.startsWith(forRoot.sharedFolder)).toBe(true)
    expect(await stat(data)).toMatchObject({ uid: 65534, gid: 65534 })

    // Namespaces are available again, but the folder keeps its recorded `way`.
    const second = await stopAfterTest(
      startWith({ dataDir, durable: false }, { ...forRoot, namespaces: true }),
    )
    expect(await query(second.url, 'select from kept')).toEqual([])
    await second.stop()

    await rm(dirname(data), { recursive: true })
    await expect(startWith({ dataDir, durable: false }, forRoot)).rejects.toThrow('which is gone')
  })

  test('without namespaces, data that the other user can reach stays in place', async () => {
    const parent = await openFolder()
    const forRoot = { namespaces: false, sharedFolder: await openFolder() }
    const dataDir = join(parent, 'postgres')
    const { url } = await stopAfterTest(startWith({ dataDir, durable: false }, forRoot))

    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await clusterOf(dataDir)).toMatchObject({ way: 'other-user', data: 'data' })
    expect(await readdir(forRoot.sharedFolder)).not.toContainEqual(expect.stringMatching(/^data-/))
  })
})

async function openFolder() {
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'shared'))
  return join(folder, 'shared')
}
