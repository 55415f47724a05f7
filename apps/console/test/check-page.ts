import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] }

/** Checks accessibility with axe, and that nothing is wider than the window. */
export async function checkPage(page: Page): Promise<void> {
  // The content security policy refuses scripts of others; this runs in the debugger's world.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
  expect(found).toEqual([])
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBe(0)
}
