import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseForTest } from '@quartermaster/testing'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { start } from '../../src/startup/start.ts'
import { ROOT } from './pages.ts'

/** A gateway as `start` leaves it, in a folder that looks like the repository to its commands. */
export async function openRepository() {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-docs-'))
  await cp(join(ROOT, 'tools'), join(folder, 'tools'), { recursive: true })
  await addScripts(folder)
  const { url: databaseUrl } = await databaseForTest()
  const gateway = await start({
    config: readConfig({
      PORT: '0',
      DATABASE_URL: databaseUrl,
      QM_DATA_DIR: join(folder, '.quartermaster'),
      QM_TOOLS_DIR: join(folder, 'tools'),
    }),
    log: pino({ level: 'silent' }),
    onProgress: () => {},
    onRootKey: () => {},
    onDatabaseExit: () => {},
  })
  onTestFinished(async () => {
    await gateway.close()
    await rm(folder, { recursive: true, force: true })
  })
  const rootKey = (await readFile(join(folder, '.quartermaster', 'root-key'), 'utf8')).trim()
  return { folder, url: gateway.url ?? '', rootKey }
}

/** `pnpm SCRIPT` runs a script of the repository in the folder, without its dependencies being there. */
async function addScripts(folder: string): Promise<void> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const cases = Object.entries<string>(scripts).flatMap(([name, command]) => {
    const [, file] = /^node (\S+\.ts)$/.exec(command) ?? []
    return file === undefined
      ? []
      : `${name}) exec '${process.execPath}' '${join(ROOT, file)}' "$@";;`
  })
  const script = [
    '#!/bin/sh',
    'name=$1',
    'shift',
    'case $name in',
    ...cases,
    'esac',
    'echo "pnpm $name: not found" >&2',
    '',
  ]
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin', 'pnpm'), script.join('\n'), { mode: 0o755 })
}
