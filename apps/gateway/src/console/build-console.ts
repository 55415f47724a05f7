import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const FOLDER = fileURLToPath(new URL('../../../console/', import.meta.url))
/** Folders whose files are part of the console. */
const SOURCES = ['src', '../../packages/client/src', '../../packages/hosts/src']
const DIST = join(FOLDER, 'dist')
/** In `dist`: the hash of the sources that it was built from. */
const HASH_FILE = 'sources.sha256'

type Options = {
  /** Called before a build, which takes a few seconds. */
  onBuild?: () => void
  onError?: (error: unknown) => void
}

/**
 * The folder of the built console. It is built if its sources have changed. Undefined if it cannot
 * be built and was not built before.
 */
export async function buildConsole({
  onBuild,
  onError,
}: Options = {}): Promise<string | undefined> {
  const built = await readFile(join(DIST, HASH_FILE), 'utf8').catch(() => undefined)
  const current = await hashSources().catch(() => undefined)
  // A published package has the built files only.
  if (built !== undefined && (current === undefined || built === current)) return DIST
  if (current === undefined) return undefined
  onBuild?.()
  try {
    // Built in a separate process, because Vite and its plugins would stay in the gateway's memory.
    await promisify(execFile)(process.execPath, [join(FOLDER, 'build.ts'), DIST, current])
    return DIST
  } catch (error) {
    onError?.(error)
    return built === undefined ? undefined : DIST
  }
}

async function hashSources(): Promise<string> {
  const folders = await Promise.all(
    SOURCES.map((name) => readdir(join(FOLDER, name), { recursive: true, withFileTypes: true })),
  )
  const files = folders
    .flat()
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
  const settings = ['index.html', 'build.ts', 'package.json'].map((name) => join(FOLDER, name))
  const lockfile = join(FOLDER, '../../pnpm-lock.yaml')
  const hash = createHash('sha256')
  for (const path of [...files, ...settings, lockfile].sort()) {
    hash
      .update(path.slice(FOLDER.length))
      .update('\0')
      .update(await readFile(path))
  }
  return hash.digest('hex')
}
