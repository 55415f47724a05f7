import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BrokenFolder, type FolderProblem } from '../manifest/folder-problem.ts'
import { folderNameFault, isSkipped } from '../manifest/name-rules.ts'
import { folderFingerprint } from './folder-files.ts'

/** The names of the tool folders in `dir`; `undefined` if `dir` cannot be read. */
export async function listFolders(dir: string): Promise<string[] | undefined> {
  try {
    const found = await readdir(dir, { withFileTypes: true })
    return found
      .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !isSkipped(entry.name))
      .map(({ name }) => name)
      .sort()
  } catch {
    return undefined
  }
}

/** Whether the folder exists; `name` comes from a caller and may be anything. */
export const isFolder = async (dir: string, name: string): Promise<boolean> =>
  name !== '' &&
  !isSkipped(name) &&
  folderNameFault(name) === undefined &&
  (await lstat(join(dir, name)).then(
    (found) => found.isDirectory(),
    () => false,
  ))

/** A symbolic link could lead anywhere on the disk. */
export async function refuseLink(path: string): Promise<void> {
  if (!(await lstat(path)).isSymbolicLink()) return
  throw new BrokenFolder({
    file: '.',
    line: null,
    reason: 'This is a symbolic link, not a folder.',
  })
}

/** An unreadable folder gets a fingerprint too, so it is loaded once and its fault is reported. */
export const fingerprintOf = (dir: string): Promise<string> =>
  folderFingerprint(dir).catch((error) => `unreadable: ${(error as Error).message}`)

export function problemsOf(error: unknown): readonly FolderProblem[] {
  if (error instanceof BrokenFolder) return error.problems
  const { code } = error as NodeJS.ErrnoException
  const reason = `The folder cannot be read${code === undefined ? '' : ` (${code})`}.`
  return [{ file: '.', line: null, reason }]
}
