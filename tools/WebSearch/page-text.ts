const SKIPPED = /^(script|style|noscript|template|svg|iframe|head)$/
const BLOCKS =
  /^(article|blockquote|br|dd|div|dt|footer|h[1-6]|header|hr|li|main|nav|p|pre|section|td|th|tr)$/

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The readable text of an HTML page. One pass, so a malformed page cannot make it slow. */
export function pageText(html: string): string {
  const lower = html.toLowerCase()
  const find = (text: string, from: number) => {
    const found = lower.indexOf(text, from)
    return found < 0 ? html.length : found
  }
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = find('<', at)
    parts.push(decode(html.slice(at, open)))
    if (open === html.length) break
    const isComment = lower.startsWith('<!--', open)
    const close = isComment ? find('-->', open) + 2 : find('>', open)
    const [, isEnd, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/.exec(lower.slice(open, open + 20)) ?? []
    at = close + 1
    if (!isEnd && SKIPPED.test(name)) at = find(`</${name}`, at)
    if (BLOCKS.test(name)) parts.push('\n')
  }
  return tidy(parts.join(''))
}

const decode = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity
    const code = Number(name.replace('#', '0').replace(/^0x/i, '0x'))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })

/** Single spaces within lines, and at most one empty line between them. */
const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/).join(' '))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
