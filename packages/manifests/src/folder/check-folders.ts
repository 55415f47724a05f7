import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { LIMITS, openScratchFolder } from '@quartermaster/module-runner'
import type { FolderProblem } from '../manifest/folder-problem.ts'
import { secretVariable } from '../manifest/name-rules.ts'
import { missingSecrets } from '../manifest/read-manifest.ts'
import { labelClashes } from './folder-report.ts'
import { listFolders, problemsOf, refuseLink } from './inspect-folder.ts'
import { loadFolder } from './load-folder.ts'
import { openManifestReader } from './manifest-reader.ts'

export type FolderCheck = {
  readonly folder: string
  /** The folder's path. */
  readonly dir: string
  /** Undefined if the folder cannot be loaded. */
  readonly label: string | undefined
  readonly functions: readonly string[]
  readonly problems: readonly FolderProblem[]
  readonly warnings: readonly FolderProblem[]
}

type CheckOptions = {
  /** The gateway's QM_TOOLS_DIR: each of its folders is a tool folder, whatever it contains. */
  readonly toolsDir?: string
  /** Looks up a variable here; the gateway's environment may differ, so a missing one is a warning. */
  readonly findSecret?: (variable: string) => string | undefined
}

/** Loads a tool folder, or every tool folder in `path`, as the gateway would, and unloads it again. */
export async function checkFolders(
  path: string,
  { toolsDir, findSecret }: CheckOptions = {},
): Promise<FolderCheck[]> {
  const dir = resolve(path)
  const isToolFolder = dirname(dir) === toolsDir || (await containsTool(dir))
  const names = await listFolders(dir)
  if (names === undefined) throw new Error(`There is no folder ${path}`)
  const folders = isToolFolder ? [dir] : names.map((name) => join(dir, name))
  const cacheDir = openScratchFolder(tmpdir(), 'quartermaster-check-')
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
      warnings: [...each.warnings, ...(each.label ? labelClashes(labels, each.folder) : [])],
    }))
  } finally {
    await reader.close()
    await rm(cacheDir, { recursive: true, force: true })
  }
}

/** Whether `dir` is a tool folder, perhaps an unfinished one, and not a folder of tool folders. */
const containsTool = (dir: string): Promise<boolean> =>
  readdir(dir).then(
    (files) => files.some((file) => /^(manifest\.(ya?ml|json)|tool\.[jt]s)$/i.test(file)),
    () => false,
  )
