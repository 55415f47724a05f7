import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { binariesOf, copyInstallation, findInstallation } from '../src/binaries.ts'
import { temporaryFolder } from './fixtures.ts'

test('the error for an unsupported platform names it', () => {
  expect(() => findInstallation('sunos', 'x64')).toThrow('No PostgreSQL for sunos on x64')
})

test.skipIf(process.platform === 'win32')('a copy of the installation runs', async () => {
  const copy = await copyInstallation(findInstallation(), await temporaryFolder())
  const { stdout } = await promisify(execFile)(binariesOf(copy).postgres, ['--version'])
  expect(stdout).toContain('PostgreSQL')
})

test('processes that copy concurrently end up with one copy', async () => {
  const installation = join(await temporaryFolder(), 'native')
  await mkdir(join(installation, 'bin'), { recursive: true })
  await writeFile(join(installation, '..', 'package.json'), '{ "version": "18.0.0" }')
  const folder = await temporaryFolder()

  const copies = await Promise.all([1, 2, 3].map(() => copyInstallation(installation, folder)))
  expect(new Set(copies)).toEqual(new Set([join(folder, 'postgresql-18.0.0')]))
  expect(await readdir(folder)).toEqual(['postgresql-18.0.0'])
})
