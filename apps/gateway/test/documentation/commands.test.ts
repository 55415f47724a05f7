import { eventually } from '@quartermaster/testing'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { matches } from './matches.ts'
import { type Block, pages, readPage, shellBlocks } from './pages.ts'
import { openRepository } from './repository.ts'
import { openShell, SHELL_FAULT, shells } from './shell.ts'

const DOCUMENTED_URL = 'http://127.0.0.1:8080'

const withBlocks = pages
  .filter((page) => !page.startsWith('docs/tools/'))
  .map((page) => ({ page, blocks: shellBlocks(readPage(page)) }))
  .filter(({ blocks }) => blocks.length > 0)

const isRun = ({ marks }: Block) => !marks.includes('no-run')

afterAll(() => {
  const blocks = withBlocks.flatMap((page) => page.blocks)
  const run = blocks.filter(isRun).length
  console.log(
    `Ran ${run} shell blocks in ${shells.join(' and ')}; ${blocks.length - run} marked no-run`,
  )
})

describe.each(shells)('pasted into %s', (shellName) => {
  test.each(withBlocks.filter(({ blocks }) => blocks.some(isRun)))('$page', async (page) => {
    const { folder, url } = await openRepository()
    const shell = openShell(shellName, folder)
    onTestFinished(() => shell.close())

    const paste = async ({ code, output: shown, line }: Block) => {
      const { output, errors } = await shell.paste(code.replaceAll(DOCUMENTED_URL, url))
      const message = `${page.page}:${line} printed:\n${output}`
      expect(errors, message).not.toMatch(SHELL_FAULT)
      if (output !== '') expect(output, 'ends without a line break').toMatch(/\n$/)
      if (shown === undefined) expect(output, message).not.toContain('"error":')
      else if (!matches(output, shown.replaceAll(DOCUMENTED_URL, url))) {
        expect(output.trim(), `${page.page}:${line}`).toBe(shown)
      }
    }
    for (const block of page.blocks.filter(isRun)) {
      if (block.marks.includes('eventually')) {
        await eventually(() => paste(block))
      } else await paste(block)
    }
  })
})
