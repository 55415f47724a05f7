import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { BrokenFolder } from '../manifest/folder-problem.ts'

export type FolderFile = {
  /** Relative, with slashes. */
  readonly path: string
  readonly size: number
  /** Changes when the file changes. */
  readonly fingerprint: string
}

const MAX_FILES = 5000
const MAX_BYTES = 50 * 1024 * 1024

// Installed packages change together with package.json or a lock file; checking each of their files
// would cost too much.
const PACKAGES = 'node_modules'

/** Equal fingerprints mean an unchanged folder. Test files are ignored. */
export async function folderFingerprint(dir: string): Promise<string> {
  const files = await listFiles(dir, { skip: (name) => name === PACKAGES || isTest(name) })
  return files.map(({ path, size, fingerprint }) => `${path} ${size} ${fingerprint}`).join('\n')
}

const isTest = (name: string): boolean => /\.test\.[cm]?[jt]s$/.test(name)

type Options = { skip?: (name: string) => boolean }

/** The regular files of a folder. Links out of the folder and special files are refused. */
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
      if (files.length > MAX_FILES || bytes > MAX_BYTES) {
        throw new BrokenFolder(
          problem(path, `The folder has more than ${MAX_FILES} files or 50 MiB.`),
        )
      }
    }
  }
  await walk('')
  return files
}

async function describeFile(root: string, path: string): Promise<FolderFile> {
  const real = await realpath(join(root, path))
  if (!real.startsWith(root + sep)) {
    throw new BrokenFolder(problem(path, 'This is a symbolic link out of the folder.'))
  }
  const { size, mtimeMs, ctimeMs, ino, isFile } = await statOf(real)
  if (!isFile) throw new BrokenFolder(problem(path, 'This is not a regular file.'))
  return { path, size, fingerprint: `${mtimeMs} ${ctimeMs} ${ino}` }
}

async function statOf(path: string) {
  const found = await stat(path)
  const { size, mtimeMs, ctimeMs, ino } = found
  return { size, mtimeMs, ctimeMs, ino, isFile: found.isFile() }
}

const problem = (file: string, reason: string) => ({ file, line: null, reason })

/** Copies a folder, so later changes to it do not affect the version that is served. */
export async function copyFolder(from: string, to: string): Promise<string[]> {
  const files = await listFiles(from, { skip: isTest })
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const { path } of files) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(from, path), join(to, path))
  }
  const paths = files.map(({ path }) => path)
  // Without it Node would use the package.json of a parent folder.
  if (!paths.includes('package.json')) await writeFile(join(to, 'package.json'), '{}\n')
  return paths
}

/** The hash of each file by its path, without installed packages. */
export async function hashFiles(
  dir: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  for (const path of paths) {
    if (path.split('/').includes(PACKAGES)) continue
    const contents = await readFile(join(dir, path))
    hashes.set(path, createHash('sha256').update(contents).digest('base64'))
  }
  return hashes
}
