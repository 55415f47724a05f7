import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { LIMITS } from '@quartermaster/module-runner'
import type { FolderProblem } from '../manifest/folder-problem.ts'
import { secretVariable } from '../manifest/name-rules.ts'
import { missingSecrets } from '../manifest/read-manifest.ts'
import { clashes } from './folder-report.ts'
import { foldersIn, problemsOf, refuseLink } from './inspect-folder.ts'
import { loadFolder } from './load-folder.ts'
import { openManifestReader } from './manifest-reader.ts'

export type FolderCheck = {
  readonly folder: string
  /** Where it is. */
  readonly dir: string
  /** Undefined where it cannot be loaded. */
  readonly label: string | undefined
  readonly functions: readonly string[]
  readonly problems: readonly FolderProblem[]
  readonly warnings: readonly FolderProblem[]
}

type CheckOptions = {
  /** The gateway's own folder of folders: what is in it is a folder of tools, whatever it holds. */
  readonly toolsDir?: string
  /** The variables here; those of the gateway may be others, so that one not set is a warning. */
  readonly findSecret?: (variable: string) => string | undefined
}

/** What the gateway would say of a folder, or of each in a folder of folders. Nothing stays running. */
export async function checkFolders(
  path: string,
  { toolsDir, findSecret }: CheckOptions = {},
): Promise<FolderCheck[]> {
  const dir = resolve(path)
  const isOne = dirname(dir) === toolsDir || (await holdsTool(dir))
  const names = await foldersIn(dir)
  if (names === undefined) throw new Error(`There is no folder ${path}`)
  const folders = isOne ? [dir] : names.map((name) => join(dir, name))
  const cacheDir = await mkdtemp(join(tmpdir(), 'quartermaster-check-'))
  const reader = openManifestReader()
  const owners = new Map<string, string>()
  const options = {
    reader,
    cacheDir,
    limits: LIMITS,
    ownerOf: (variable: string) => owners.get(variable),
  }
  const check = async (folder: string): Promise<FolderCheck> => {
    const known = { folder: basename(folder), dir: folder }
    try {
      await refuseLink(folder)
      const loaded = await loadFolder(known.folder, folder, options)
      await loaded.close()
      const { manifest } = loaded
      for (const secret of manifest.secrets) {
        owners.set(secretVariable(known.folder, secret), known.folder)
      }
      return {
        ...known,
        label: manifest.label,
        functions: manifest.functions.map(({ name }) => name),
        problems: [],
        warnings: [
          ...manifest.warnings,
          ...(findSecret ? missingSecrets(known.folder, manifest, findSecret) : []),
        ],
      }
    } catch (error) {
      const problems = problemsOf(error)
      return { ...known, label: undefined, functions: [], problems, warnings: [] }
    }
  }
  try {
    const checks: FolderCheck[] = []
    for (const folder of folders) checks.push(await check(folder))
    const labels = checks.map(({ folder, label = '' }) => ({ id: folder, label }))
    return checks.map((each) => ({
      ...each,
      warnings: [...each.warnings, ...(each.label ? clashes(labels, each.folder) : [])],
    }))
  } finally {
    await reader.close()
    await rm(cacheDir, { recursive: true, force: true })
  }
}

/** A folder of tools, perhaps an unfinished one, and not a folder of such. */
const holdsTool = (dir: string): Promise<boolean> =>
  readdir(dir).then(
    (files) => files.some((file) => /^(manifest\.(ya?ml|json)|tool\.[jt]s)$/i.test(file)),
    () => false,
  )
