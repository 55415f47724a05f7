import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { PATH } from '../environment.ts'
import { installPackage } from './install-package.ts'

const run = promisify(execFile)
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of a Chromium: from the PATH, or installed now. Throws if there is none. */
export async function findChromium(): Promise<string> {
  const found =
    (await onPath()) ?? ((await installPackage('chromium')) ? await onPath() : undefined)
  if (found !== undefined) return found
  throw new Error(
    'Tests of the console need Chromium: install the package chromium, or put it on the PATH.',
  )
}

async function onPath(): Promise<string | undefined> {
  const folders = [...(PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  for (const candidate of folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))) {
    const works = await run(candidate, ['--version']).then(
      () => true,
      () => false,
    )
    if (works) return candidate
  }
}
