export type Link = { text: string; url: string }
export type Page = { title: string; text: string; links: Link[] }

// Elements whose content is not readable text.
const SKIPPED = ['script', 'style', 'noscript', 'template', 'svg', 'iframe']
const BLOCKS =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul|title)$/
const MAX_LINKS = 200

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  copy: '©',
}

/** The text and links of a page. One pass, so a malformed page cannot make it slow. */
export function readHtml(html: string, base: string): Page {
  const lower = html.toLowerCase()
  const parts: string[] = []
  const links: Link[] = []
  let title = ''
  let link: { url: string; from: number } | undefined
  let inTitle = false
  let at = 0

  const skipTo = (end: string, from: number) => {
    const found = lower.indexOf(end, from)
    return found < 0 ? html.length : found
  }
  while (at < html.length) {
    const open = skipTo('<', at)
    const text = decode(html.slice(at, open))
    if (inTitle) title += text
    else parts.push(text)
    if (open === html.length) break
    if (lower.startsWith('<!--', open)) {
      at = skipTo('-->', open) + 3
      continue
    }
    const close = skipTo('>', open)
    const tag = html.slice(open + 1, close)
    const [, isEnd, name = ''] = /^(\/?)([a-z][a-z0-9]*)/.exec(tag.toLowerCase()) ?? []
    at = close + 1
    if (!isEnd && SKIPPED.includes(name)) at = skipTo(`</${name}`, at)
    if (name === 'title') inTitle = !isEnd
    if (BLOCKS.test(name)) parts.push('\n')
    if (name === 'a') {
      if (link !== undefined && links.length < MAX_LINKS) {
        links.push({ url: link.url, text: tidy(parts.slice(link.from).join('')) })
      }
      const url = isEnd ? undefined : hrefOf(tag, base)
      link = url === undefined ? undefined : { url, from: parts.length }
    }
  }
  return { title: tidy(title), text: tidy(parts.join('')), links }
}

function hrefOf(tag: string, base: string): string | undefined {
  const [, quoted, single, bare] =
    /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? []
  const url = URL.parse(decode(quoted ?? single ?? bare ?? ''), base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const decode = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const code = Number(name.replace('#', '0').replace(/^0x/i, '0x'))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Single spaces within lines, and at most one empty line between them. */
const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/).join(' '))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
