import { describe, expect, test } from 'vitest'
import { readHtml } from './html.ts'
import { Tools } from './tool.ts'

const PAGE = `<!doctype html><html><head><title>A &amp; B</title>
<style>p { color: red }</style><script>if (1 < 2) alert("<p>no</p>")</script></head>
<body><!-- not <p>this</p> --><h1>Hello</h1><p>One   line,
with a <b>bold</b> word&nbsp;&#8212; and &lt;tags&gt;.</p><p>Another.</p>
<a href="/next?a=1&amp;b=2">Next <i>page</i></a> <a href='javascript:alert(1)'>bad</a> <a href=other.html>Other</a>
</body></html>`

/** Tools whose `fetch` serves these pages. */
const tools = (pages: Record<string, Response>) =>
  new Tools({
    fetch: async (address) => pages[String(address)] ?? new Response('', { status: 404 }),
  })

const html = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })

test('a page is read as text, without its code', async () => {
  const page = await tools({ 'https://a.example/': html(PAGE) }).tool_read_web_page({
    url: 'https://a.example/',
  })
  expect(page).toEqual({
    url: 'https://a.example/',
    title: 'A & B',
    text: 'Hello\n\nOne line,\nwith a bold word — and <tags>.\n\nAnother.\n\nNext page bad Other',
    characters: 78,
    next_from: null,
  })
})

test('a long page is returned in parts', async () => {
  const url = 'https://a.example/'
  const long = 'word '.repeat(100).trim()
  const first = await tools({ [url]: html(long) }).tool_read_web_page({ url, max_characters: 100 })
  expect(first).toMatchObject({ characters: 499, next_from: 100 })
  const rest = await tools({ [url]: html(long) }).tool_read_web_page({ url, from: 100 })
  expect(first.text + rest.text).toBe(long)
  expect(rest.next_from).toBeNull()
})

test('links are absolute http and https addresses', async () => {
  const url = 'https://a.example/dir/'
  const { links } = await tools({ [url]: html(PAGE) }).tool_list_links({ url })
  expect(links).toEqual([
    { url: 'https://a.example/next?a=1&b=2', text: 'Next page' },
    { url: 'https://a.example/dir/other.html', text: 'Other' },
  ])
})

describe('an address without a readable page is an error', () => {
  test('an error status', async () => {
    await expect(tools({}).tool_read_web_page({ url: 'https://a.example/' })).rejects.toThrow(
      'status 404',
    )
  })

  test.each(['file:///etc/passwd', 'ftp://a.example/', 'nonsense'])('%s', async (url) => {
    await expect(tools({}).tool_read_web_page({ url })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('an address that the guarded client refuses', async () => {
    const refusing = (code: string) =>
      new Tools({ fetch: async () => Promise.reject(Object.assign(new Error('no'), { code })) })
    const url = 'http://10.0.0.1/'
    const codeOf = (code: string) =>
      refusing(code)
        .tool_list_links({ url })
        .catch((error) => error.code)
    expect(await codeOf('private_address')).toBe('invalid_input')
    expect(await codeOf('timed_out')).toBe('timed_out')
  })

  test('an image', async () => {
    const url = 'https://a.example/x.png'
    const image = new Response('…', { headers: { 'content-type': 'image/png' } })
    await expect(tools({ [url]: image }).tool_read_web_page({ url })).rejects.toThrow('image/png')
  })

  test('plain text is returned unchanged', async () => {
    const url = 'https://a.example/x.txt'
    const text = new Response('a <b> c', { headers: { 'content-type': 'text/plain' } })
    expect((await tools({ [url]: text }).tool_read_web_page({ url })).text).toBe('a <b> c')
  })
})

test.each(['<', '<a', '<!--', '<script>', '<a href="', '&#99999999;', '<a>'])(
  'a page full of %j is read to its end',
  (part) => {
    expect(readHtml(part.repeat(50_000), 'https://a.example/').links.length).toBeLessThan(201)
  },
)
