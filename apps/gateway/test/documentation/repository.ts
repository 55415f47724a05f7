import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
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
