import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseForTest } from '@quartermaster/testing'
import { pino } from 'pino'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { start } from '../../src/startup/start.ts'
import { matches } from './matches.ts'
import { type Block, pages, ROOT, readPage, shellBlocks } from './pages.ts'
import { openShell, SHELLS } from './shell.ts'

const DOCUMENTED_URL = 'http://127.0.0.1:8080'

const installed = (Object.keys(SHELLS) as (keyof typeof SHELLS)[]).filter(
  (shell) => spawnSync(shell, ['--version']).status === 0,
)
const withBlocks = pages
  .filter((page) => !page.startsWith('docs/tools/'))
  .map((page) => ({ page, blocks: shellBlocks(readPage(page)) }))
  .filter(({ blocks }) => blocks.length > 0)

const isRun = ({ marks }: Block) => !marks.includes('no-run')

afterAll(() => {
  const blocks = withBlocks.flatMap((page) => page.blocks)
  const run = blocks.filter(isRun).length
  console.log(
    `Ran ${run} shell blocks in ${installed.join(' and ')}; ${blocks.length - run} marked no-run`,
  )
})

/** A gateway as `start` leaves it, in a folder that looks like the repository to its commands. */
async function openRepository() {
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
  return { folder, url: gateway.url ?? '' }
}

describe.each(installed)('pasted into %s', (shellName) => {
  test.each(withBlocks.filter(({ blocks }) => blocks.some(isRun)))('$page', async (page) => {
    const { folder, url } = await openRepository()
    // biome-ignore lint/style/noProcessEnv: a shell finds curl and node by it.
    const shell = openShell(shellName, folder, process.env.PATH ?? '')
    onTestFinished(() => shell.close())

    const paste = async ({ code, output: shown, line }: Block) => {
      const { output, errors } = await shell.paste(code.replaceAll(DOCUMENTED_URL, url))
      const said = `${page.page}:${line} printed:\n${output}`
      expect(errors, said).not.toMatch(/not found|no matches|parse error|syntax error|curl: \(/)
      if (output !== '') expect(output, 'ends without a line break').toMatch(/\n$/)
      if (shown === undefined) expect(output, said).not.toContain('"error":')
      else if (!matches(output, shown.replaceAll(DOCUMENTED_URL, url))) {
        expect(output.trim(), `${page.page}:${line}`).toBe(shown)
      }
    }
    for (const block of page.blocks.filter(isRun)) {
      if (block.marks.includes('eventually')) {
        await vi.waitFor(() => paste(block), { timeout: 30_000, interval: 200 })
      } else await paste(block)
    }
  })
})
