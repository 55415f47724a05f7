import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { BrokenFolder, type FolderProblem } from '../manifest/problem.ts'
import { MANIFEST } from '../manifest/read-manifest.ts'
import { LIMITS } from '../pool/limits.ts'
import { loadFolder } from './load-folder.ts'
import { openManifestReader } from './manifest-reader.ts'
import { foldersIn } from './on-disk.ts'
import { clashes } from './report.ts'

export type FolderCheck = {
  readonly folder: string
  /** Undefined where it cannot be loaded. */
  readonly label: string | undefined
  readonly functions: readonly string[]
  readonly problems: readonly FolderProblem[]
  readonly warnings: readonly FolderProblem[]
}

/** What the gateway would say of a folder, or of each in a folder of folders. Nothing stays running. */
export async function checkFolders(path: string): Promise<FolderCheck[]> {
  const dir = resolve(path)
  const isOne = await access(join(dir, MANIFEST)).then(
    () => true,
    () => false,
  )
  const names = isOne ? [] : await foldersIn(dir)
  if (names === undefined) throw new Error(`There is no folder ${path}`)
  const folders = isOne ? [dir] : names.map((name) => join(dir, name))
  const cacheDir = await mkdtemp(join(tmpdir(), 'quartermaster-check-'))
  const reader = openManifestReader()
  try {
    const checks: FolderCheck[] = []
    for (const folder of folders) {
      checks.push(await checkFolder(folder, { reader, cacheDir, limits: LIMITS }))
    }
    const labels = checks.map(({ folder, label = '' }) => ({ id: folder, label }))
    return checks.map((check) => ({
      ...check,
      warnings: [...check.warnings, ...(check.label ? clashes(labels, check.folder) : [])],
    }))
  } finally {
    await reader.close()
    await rm(cacheDir, { recursive: true, force: true })
  }
}

async function checkFolder(
  dir: string,
  options: Parameters<typeof loadFolder>[2],
): Promise<FolderCheck> {
  const folder = basename(dir)
  try {
    const loaded = await loadFolder(folder, dir, options)
    await loaded.close()
    const { label, functions, warnings } = loaded.manifest
    return { folder, label, functions: functions.map(({ name }) => name), problems: [], warnings }
  } catch (error) {
    if (!(error instanceof BrokenFolder)) throw error
    const { problems } = error
    return { folder, label: undefined, functions: [], problems, warnings: [] }
  }
}
