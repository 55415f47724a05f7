import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Markdown files of the repository, by their path from its root. */
export const pages: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))

export const readPage = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

export type Block = {
  /** Where the block's first line of code is. */
  readonly line: number
  readonly language: string
  /** Words after the language: `no-run`, `eventually`. */
  readonly marks: readonly string[]
  readonly code: string
  /** The block that follows with nothing but empty lines between: the output as the page shows it. */
  readonly output: string | undefined
}

const SHELLS = ['sh', 'bash', 'console', 'shell']

/** Shell blocks in the order of the page. */
export function shellBlocks(page: string): Block[] {
  const fences = fencesOf(page)
  return fences.flatMap((fence, index) => {
    const [language = '', ...marks] = fence.info.split(/\s+/)
    if (!SHELLS.includes(language)) return []
    const next = fences[index + 1]
    const isOutput =
      next !== undefined &&
      next.follows === fence &&
      !SHELLS.includes(next.info.split(' ')[0] ?? '')
    const output = isOutput ? next.code : undefined
    return [{ line: fence.line, language, marks, code: fence.code, output }]
  })
}

type Fence = { line: number; info: string; code: string; follows: Fence | undefined }

function fencesOf(page: string): Fence[] {
  const fences: Fence[] = []
  let open: { line: number; info: string; code: string[]; follows: Fence | undefined } | undefined
  let last: Fence | undefined
  for (const [index, text] of page.split('\n').entries()) {
    if (open !== undefined && text.trim() === '```') {
      last = { ...open, code: open.code.join('\n') }
      fences.push(last)
      open = undefined
    } else if (open !== undefined) open.code.push(text)
    else if (text.startsWith('```')) {
      open = { line: index + 2, info: text.slice(3).trim(), code: [], follows: last }
    } else if (text.trim() !== '') last = undefined
  }
  return fences
}
