import { KEY_PLACEHOLDER } from '@quartermaster/hosts'
import { eventually } from '@quartermaster/testing'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { matches } from './matches.ts'
import { type Block, pages, readPage, shellBlocks } from './pages.ts'
import { openRepository } from './repository.ts'
import { openShell, SHELL_FAULT, type Shell, shells } from './shell.ts'

const DOCUMENTED_URL = 'http://127.0.0.1:8080'
const PUBLIC_URL = 'https://tools.example.com'

const withBlocks = pages
  .filter((page) => !page.startsWith('docs/tools/'))
  .map((page) => ({ page, blocks: shellBlocks(readPage(page)) }))
  .filter(({ blocks }) => blocks.length > 0)

const isRun = ({ marks }: Block) => !marks.includes('no-run')

/** The first lines of the blocks that are not run, with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npx -y pnpm@12 start': 'installs and starts the gateway; the tests of the first start do that',
  'claude mcp add --transport http quartermaster http://127.0.0.1:8080/mcp --header "Authorization: Bearer YOUR_AGENT_KEY"':
    'needs Claude Code; its MCP requests are sent by other tests',
  'pnpm qm backup quartermaster.backup.gz':
    'restores into a folder outside of the repository; apps/cli/test backs up and restores',
  'cat > .env <<END': 'needs Docker',
  'pnpm sbom --sbom-format cyclonedx --sbom-type application --prod --out build/quartermaster.cdx.json':
    'needs the packages of a clone',
}

afterAll(() => {
  const blocks = withBlocks.flatMap((page) => page.blocks)
  const run = blocks.filter(isRun).length
  console.log(
    `Ran ${run} shell blocks in ${shells.join(' and ')}; ${blocks.length - run} marked no-run`,
  )
})

test('only blocks that need something which is not here are not run', () => {
  const blocks = withBlocks.flatMap((page) => page.blocks.filter((block) => !isRun(block)))
  const lines = blocks.map(({ code }) => code.trim().split('\n')[0] ?? '')
  expect(new Set(lines)).toEqual(new Set(Object.keys(NOT_RUN)))
})

/** Pastes a block, with `replacements` for what the page shows, and returns what it prints. */
async function paste(
  shell: Shell,
  place: string,
  { code, output: shown }: Block,
  replacements: Readonly<Record<string, string>>,
): Promise<string> {
  const replace = (text: string) =>
    Object.entries(replacements).reduce((result, [from, to]) => result.replaceAll(from, to), text)
  const { output, errors } = await shell.paste(replace(code))
  const message = `${place} printed:\n${output}`
  expect(errors, message).not.toMatch(SHELL_FAULT)
  if (output !== '') expect(output, 'ends without a line break').toMatch(/\n$/)
  if (shown === undefined) expect(output, message).not.toContain('"error":')
  else if (!matches(output, replace(shown))) expect(output.trim(), place).toBe(shown)
  return output
}

const isConnectPage = ({ page }: { page: string }) => page.startsWith('docs/connect/')

describe.each(shells)('pasted into %s', (shellName) => {
  const runnable = withBlocks.filter(({ blocks }) => blocks.some(isRun))
  test.each(runnable.filter((page) => !isConnectPage(page)))('$page', async ({ page, blocks }) => {
    const { folder, url } = await openRepository()
    const shell = openShell(shellName, folder)
    onTestFinished(() => shell.close())
    for (const block of blocks.filter(isRun)) {
      const run = () => paste(shell, `${page}:${block.line}`, block, { [DOCUMENTED_URL]: url })
      await (block.marks.includes('eventually') ? eventually(run) : run())
    }
  })

  test('the pages of docs/connect: the key is created once, then every command runs', async () => {
    const { folder, url } = await openRepository()
    const shell = openShell(shellName, folder)
    onTestFinished(() => shell.close())
    const connectPages = runnable.filter(isConnectPage)
    const creations = new Set(connectPages.map(({ blocks }) => blocks[0]?.code))
    expect(creations.size).toBe(1)

    const replacements = { [DOCUMENTED_URL]: url, [PUBLIC_URL]: url }
    const [first] = connectPages
    const created = await paste(shell, 'create', first?.blocks[0] as Block, replacements)
    const { key } = JSON.parse(created).key
    for (const { page, blocks } of connectPages) {
      for (const block of blocks.slice(1).filter(isRun)) {
        const place = `${page}:${block.line}`
        await paste(shell, place, block, { ...replacements, [KEY_PLACEHOLDER]: key })
      }
    }
    const { output } = await shell.paste('cat quartermaster.json; echo')
    expect(output).toContain('/v1/tools/push_context')
  })
})
