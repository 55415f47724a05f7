import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readPage } from './pages.ts'

const TITLE = /(?:\b(?:test|describe)(?:\.\w+)?|\))\(\s*['"`](.*)/g
const CASE = /\b(?:S-?\d\d|P\d\d|[TJ]-\d\d|[GJ]\d{1,2})\b/g

/** Ids in the page, with ranges such as `P02–P05` written out. */
function explainedCases(): Set<string> {
  const rows = readPage('docs/cases.md').matchAll(/^\| ([^|]*\d) \|/gm)
  const ids = [...rows].flatMap(([, cell = '']) => cell.split(', ').flatMap(expandRange))
  return new Set(ids)
}

function expandRange(text: string): string[] {
  const [from = '', to] = text.split('–')
  if (to === undefined) return [from]
  const prefix = from.slice(0, -2)
  const [first, last] = [Number(from.slice(-2)), Number(to.slice(-2))]
  return Array.from(
    { length: last - first + 1 },
    (_, index) => prefix + String(first + index).padStart(2, '0'),
  )
}

test('docs/cases.md explains every case id in the title of a test', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: ROOT, encoding: 'utf8' })
  const titles = files
    .split('\n')
    .filter((file) => file !== '')
    .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(TITLE)])
    .map(([, title = '']) => title)
  const used = new Set(titles.flatMap((title) => title.match(CASE) ?? []))
  expect([...used].filter((id) => !explainedCases().has(id))).toEqual([])
})
