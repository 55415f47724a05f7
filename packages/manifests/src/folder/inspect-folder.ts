import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BrokenFolder, type FolderProblem } from '../manifest/folder-problem.ts'
import { folderNameFault, isSkipped } from '../manifest/name-rules.ts'
import { folderMark } from './folder-files.ts'

/** The folders of a folder; `undefined` where it cannot be read itself. */
export async function foldersIn(dir: string): Promise<string[] | undefined> {
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

/** Whether there is such a folder, whatever somebody asks for. */
export const isFolder = async (dir: string, name: string): Promise<boolean> =>
  name !== '' &&
  !isSkipped(name) &&
  folderNameFault(name) === undefined &&
  (await lstat(join(dir, name)).then(
    (found) => found.isDirectory(),
    () => false,
  ))

/** A link could lead anywhere. */
export async function refuseLink(path: string): Promise<void> {
  if (!(await lstat(path)).isSymbolicLink()) return
  throw new BrokenFolder({ file: '.', line: null, reason: 'This is a link, and no folder.' })
}

/** A folder that cannot be looked into is loaded once, to find out and report why. */
export const markOf = (dir: string): Promise<string> =>
  folderMark(dir).catch((error) => `unreadable: ${(error as Error).message}`)

export function problemsOf(error: unknown): readonly FolderProblem[] {
  if (error instanceof BrokenFolder) return error.problems
  const { code } = error as NodeJS.ErrnoException
  const reason = `The folder cannot be read${code === undefined ? '' : ` (${code})`}.`
  return [{ file: '.', line: null, reason }]
}
