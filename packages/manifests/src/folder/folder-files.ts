import { copyFile, mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { BrokenFolder } from '../manifest/folder-problem.ts'

export type FolderFile = {
  /** Relative, with slashes. */
  readonly path: string
  readonly size: number
  /** Differs when the file does. */
  readonly mark: string
}

const MOST_FILES = 5000
const MOST_BYTES = 50 * 1024 * 1024

// Installed packages change with a file beside them; looking at each of theirs would cost too much.
const PACKAGES = 'node_modules'

/** Whether anything in a folder has changed: two equal texts say no. Tests do not count. */
export async function folderMark(dir: string): Promise<string> {
  const files = await listFiles(dir, { skip: (name) => name === PACKAGES || isTest(name) })
  return files.map(({ path, size, mark }) => `${path} ${size} ${mark}`).join('\n')
}

const isTest = (name: string): boolean => /\.test\.[cm]?[jt]s$/.test(name)

type Options = { skip?: (name: string) => boolean }

/** The regular files of a folder. A link that leads out of it is refused, as is anything odd. */
export async function listFiles(dir: string, { skip }: Options = {}): Promise<FolderFile[]> {
  const root = await realpath(dir)
  const files: FolderFile[] = []
  let bytes = 0
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.') || skip?.(entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) await walk(path)
      else {
        const file = await describeFile(root, path)
        bytes += file.size
        files.push(file)
      }
      if (files.length > MOST_FILES || bytes > MOST_BYTES) {
        throw new BrokenFolder(refusal(path, 'The folder has too many files, or too large ones.'))
      }
    }
  }
  await walk('')
  return files
}

async function describeFile(root: string, path: string): Promise<FolderFile> {
  const real = await realpath(join(root, path))
  if (!real.startsWith(root + sep)) {
    throw new BrokenFolder(refusal(path, 'This is a link that leads out of the folder.'))
  }
  const { size, mtimeMs, ctimeMs, ino, isFile } = await statOf(real)
  if (!isFile) throw new BrokenFolder(refusal(path, 'This is not a regular file.'))
  return { path, size, mark: `${mtimeMs} ${ctimeMs} ${ino}` }
}

async function statOf(path: string) {
  const found = await stat(path)
  const { size, mtimeMs, ctimeMs, ino } = found
  return { size, mtimeMs, ctimeMs, ino, isFile: found.isFile() }
}

const refusal = (file: string, reason: string) => ({ file, line: null, reason })

/** A copy to serve from: what happens to the folder afterwards does not touch it. */
export async function copyFolder(from: string, to: string): Promise<string[]> {
  const files = await listFiles(from, { skip: isTest })
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const { path } of files) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(from, path), join(to, path))
  }
  const paths = files.map(({ path }) => path)
  // Otherwise Node would look for one in the folders around, and read the module by its settings.
  if (!paths.includes('package.json')) await writeFile(join(to, 'package.json'), '{}\n')
  return paths
}
