import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { TEST_SCREENSHOTS } from '@quartermaster/testing'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openConsole, type Theme } from './open-console.ts'
import { fillForScreenshots } from './screenshot-data.ts'

/** The screenshots of README.md and docs/console.md. `TEST_SCREENSHOTS=update` writes them there. */
const IMAGES = resolve(import.meta.dirname, '../../../docs/images')
const MOST_BYTES = 150_000

let age = 0
const console_ = await openConsole({}, () => new Date(Date.now() - age * 60_000))
const { table } = await fillForScreenshots(console_, (minutes) => {
  age = minutes
})

type Screenshot = {
  readonly name: string
  readonly path: string
  readonly theme?: Theme
  /** Waits for what the screenshot must show. */
  readonly show: (page: Page) => Promise<unknown>
}

const SCREENSHOTS: readonly Screenshot[] = [
  {
    name: 'now',
    path: '/',
    show: async (page) => {
      await page.locator('canvas').waitFor()
      await page.getByRole('row', { name: /get_context/ }).waitFor()
    },
  },
  {
    name: 'calls',
    path: '/calls',
    show: (page) =>
      page
        .getByRole('row', { name: /invalid_input/ })
        .first()
        .waitFor(),
  },
  {
    name: 'context',
    path: '/context?key=lead_initech',
    show: (page) => page.getByRole('region', { name: 'Version 2' }).getByText('demo').waitFor(),
  },
  {
    name: 'topics',
    path: '/context?show=topics',
    theme: 'dark',
    show: (page) => page.getByRole('img', { name: /5 topics/ }).waitFor(),
  },
  {
    name: 'table',
    path: `/tables/${table}`,
    show: (page) => page.getByText('Stark Industries').first().waitFor(),
  },
  {
    name: 'schedules',
    path: '/schedules?show=calendar',
    show: (page) =>
      page.getByRole('list', { name: 'Deliveries by day' }).getByText('Clerk').first().waitFor(),
  },
  {
    name: 'tools',
    path: '/tools/push_context',
    show: async (page) => {
      await page.getByLabel(/^key required/).fill('lead_acme')
      await page.getByLabel(/^value required/).fill('{ "stage": "won", "seats": 12, "paid": true }')
      await page.locator('.cm-content').waitFor()
      await page.getByLabel(/^key required/).focus()
    },
  },
]

const isUpdate = TEST_SCREENSHOTS === 'update'

async function folder(): Promise<string> {
  if (isUpdate) {
    await mkdir(IMAGES, { recursive: true })
    return IMAGES
  }
  const temporary = await mkdtemp(join(tmpdir(), 'quartermaster-screenshots-'))
  onTestFinished(() => rm(temporary, { recursive: true }))
  return temporary
}

test.each(SCREENSHOTS)('$name can be shown', async ({ name, path, theme = 'light', show }) => {
  const page = await console_.open({ path, theme })
  await page.setViewportSize({ width: 1180, height: 720 })
  await show(page)
  await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' })
  await page.evaluate('document.fonts.ready')
  const image = await page.screenshot({ path: join(await folder(), `${name}.png`) })
  expect(image.length).toBeLessThan(MOST_BYTES)
})

test('docs/images has these screenshots and no others', async () => {
  const names = SCREENSHOTS.map(({ name }) => `${name}.png`)
  expect((await readdir(IMAGES)).toSorted()).toEqual(names.toSorted())
  expect(console_.errors).toEqual([])
})
