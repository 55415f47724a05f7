import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { pages, ROOT, readPage } from './pages.ts'

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g
const FENCED = /^```[\s\S]*?^```/gm

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (page: string): string[] =>
  [
    ...readPage(page)
      .replace(FENCED, '')
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )

test.each(pages)('links of %s lead somewhere', (page) => {
  const links = [...readPage(page).replace(FENCED, '').matchAll(LINK)].map(([, link = '']) => link)
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path))
    if (!existsSync(join(ROOT, target))) return true
    return anchor !== undefined && !anchorsOf(target).includes(anchor)
  })
  expect(broken).toEqual([])
})

const PATH = /`((?:apps|packages|docs|migrations|scripts|tools|openapi)\/[\w./-]+)`/g

test.each(pages.filter((page) => !page.startsWith('docs/tools/')))(
  'files that %s names exist',
  (page) => {
    const named = [...readPage(page).replace(FENCED, '').matchAll(PATH)].map(
      ([, path = '']) => path,
    )
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  },
)
