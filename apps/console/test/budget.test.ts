import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildConsole } from '@quartermaster/gateway'
import { expect, test } from 'vitest'
import { openConsole } from './open-console.ts'

const KB = 1024
const FIRST_VIEW = 160 * KB
const FURTHER_VIEW = 60 * KB
/** CodeMirror, when somebody begins to type JSON. */
const JSON_EDITOR = 130 * KB

const console_ = await openConsole()

/** Sizes in gzip of the files that a window loads, by their paths. */
async function sizes(): Promise<ReadonlyMap<string, number>> {
  const dir = join((await buildConsole()) ?? '', 'assets')
  const names = await readdir(dir)
  const read = async (name: string) => gzipSync(await readFile(join(dir, name))).length
  return new Map(
    await Promise.all(names.map(async (name) => [`/assets/${name}`, await read(name)] as const)),
  )
}

test('the first view loads at most 160 KB, each further view at most 60 KB, from this host only', async () => {
  const size = await sizes()
  const page = await console_.open({ key: null })
  // A file that is preloaded and then imported is requested twice and loaded once.
  const seen = new Set<string>()
  let loaded: string[] = []
  page.on('request', (request) => {
    if (!seen.has(request.url())) loaded.push(request.url())
    seen.add(request.url())
  })
  await page.reload()
  const total = () => {
    const urls = loaded
    loaded = []
    return urls.reduce((sum, url) => {
      expect(new URL(url).origin).toBe(console_.url)
      return sum + (size.get(new URL(url).pathname) ?? 0)
    }, 0)
  }
  await page.getByLabel('Your key').fill('the-root-key-of-the-tests')
  await page.keyboard.press('Enter')
  await page.locator('canvas').waitFor()
  expect(total()).toBeLessThan(FIRST_VIEW)

  for (const name of (await page.locator('.nav a').allTextContents()).slice(1)) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    const bytes = total()
    expect({ name, fits: bytes < FURTHER_VIEW, bytes }).toMatchObject({ fits: true })
  }

  await page.getByRole('link', { name: 'Tools', exact: true }).click()
  await page.getByRole('row', { name: /^push_context/ }).click()
  const field = page.getByLabel(/^value required/)
  await field.waitFor()
  expect(total()).toBeLessThan(FURTHER_VIEW)
  await field.click()
  await page.locator('.cm-content').waitFor()
  const bytes = total()
  expect({ fits: bytes > 0 && bytes < JSON_EDITOR, bytes }).toMatchObject({ fits: true })
})
