import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Found relative to the code, so that a version must have its own. Everything else is shared. */
const OWN = ['apps', 'packages', 'migrations']
const SHARED = ['node_modules', 'package.json', 'pnpm-lock.yaml', 'tools']

export type NextVersion = {
  /** The program, for `startGateway`. */
  readonly main: string
  remove(): Promise<void>
}

/** A copy of this version with one more migration, as the next version could have it. */
export async function createNextVersion(migration: string): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-next-'))
  // Links in `node_modules` are relative and lead to the packages of the copy.
  const options = { recursive: true, verbatimSymlinks: true }
  for (const name of OWN) await cp(join(ROOT, name), join(folder, name), options)
  for (const name of SHARED) await symlink(join(ROOT, name), join(folder, name))
  await writeFile(join(folder, 'migrations', '9999_next_version.sql'), migration)
  return {
    main: join(folder, 'apps/gateway/main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export const countMigrations = async (): Promise<number> =>
  (await readdir(join(ROOT, 'migrations'))).filter((name) => name.endsWith('.sql')).length
