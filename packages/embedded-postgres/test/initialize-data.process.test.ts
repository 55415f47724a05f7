import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../src/index.ts'
import { query, SOON, spawnOwner, stopAfterTest, temporaryFolder } from './fixtures.ts'

test('an owner killed during its first start does not prevent the next one', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'data.new-older', 'base'), { recursive: true })
  const owner = spawnOwner(dataDir)
  const unfinished = async () => (await readdir(dataDir)).find((name) => name.includes('.new-'))
  await expect.poll(async () => existsIn(dataDir, await unfinished()), SOON).toBe(true)
  await owner.kill()
  expect(await readdir(dataDir)).not.toContain('data')

  const { url } = await stopAfterTest(startEmbeddedPostgres({ dataDir, durable: false }))
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await unfinished()).toBeUndefined()
})

// Written by initdb near its beginning.
function existsIn(dataDir: string, name: string | undefined) {
  return name !== undefined && existsSync(join(dataDir, name, 'PG_VERSION'))
}
