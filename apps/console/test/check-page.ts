import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] }

const PHONE = 390

const TWO_FRAMES =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))'

/**
 * Checks accessibility with axe, and that nothing is wider than a laptop's or a phone's window. On the
 * way it changes to the other theme, checks the contrast there, and stays: a story with several checks
 * runs in both themes, and each of the checked states is looked at in both.
 */
export async function checkPage(page: Page): Promise<void> {
  // The content security policy refuses scripts of others; this runs in the debugger's world.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  await runAxe(page, { resultTypes: ['violations'] })
  const isDark = await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches')
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  // The page sets its theme when the frame begins in which the change is noticed.
  await page.evaluate(TWO_FRAMES)
  // No other rule depends on colours.
  await runAxe(page, { resultTypes: ['violations'], runOnly: ['color-contrast'] })
  // Last, because panels may be scrolled differently afterwards.
  await checkWidths(page)
}

async function runAxe(page: Page, options: object): Promise<void> {
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
  expect(found).toEqual([])
}

async function checkWidths(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const overflow = () =>
    page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
  expect(await overflow()).toBe(0)
  if (size.width === PHONE) return
  await page.setViewportSize({ ...size, width: PHONE })
  // Panels and tables measure themselves again.
  await expect.poll(overflow).toBe(0)
  await page.setViewportSize(size)
}
