import { expect, test } from 'vitest'
import { snippet } from './snippet.ts'

const around = (value: unknown, ...words: string[]) =>
  snippet(JSON.stringify(value), new Set(words))

test.each([
  'if (a<b && c>d) acme <script>x</script> end',
  'acme <b>bold</b>',
  '  acme\n\n\ttab "quoted" C:\\new \\u0041 \0 \ud800 😀 ',
  'see https://example.com/a?b=c&d=%20#acme, /usr/lib or x@y.z',
])('a short text is its own snippet: %j', (text) => {
  expect(around(text, 'acme')).toBe(text)
})

test('snippets of other values are JSON', () => {
  expect(around({ name: 'Acme\nCorp', n: [1.5, null] }, 'corp')).toBe(
    '{"name":"Acme\\nCorp","n":[1.5,null]}',
  )
})

const filler = 'lorem ipsum '.repeat(100)

test.each([
  ['alone', `${filler}the Quick fox${filler}`, ['quick'], 'the Quick fox'],
  ['at the end', `${filler}acme`, ['acme'], 'ipsum acme'],
  ['together', `acme ${filler}acme <b>corp</b> ${filler}`, ['acme', 'corp'], 'acme <b>corp</b>'],
  ['after a line break', `${filler}\nacme\n${filler}`, ['acme'], '\nacme\n'],
  ['as whole words', `acmex nacme ${filler} acme! ${filler}`, ['acme'], ' acme! '],
  ['after a letter that grows', `${'İ'.repeat(300)} acme ${filler}`, ['acme'], 'acme lorem'],
  ['without spaces', `${'😀'.repeat(301)}acme${'😀'.repeat(301)}`, ['acme'], '😀acme😀'],
])('a snippet has the words with the text around them: %s', (_, text, words, shown) => {
  for (const value of [text, [text]]) {
    const whole = typeof value === 'string' ? value : JSON.stringify(value)
    const part = around(value, ...words)
    expect(whole).toContain(part)
    expect(part).toContain(typeof value === 'string' ? shown : JSON.stringify(shown).slice(1, -1))
    expect(part.length).toBeLessThanOrEqual(240)
    expect(part.isWellFormed()).toBe(true)
  }
})

test('without a match the snippet is the beginning', () => {
  for (const words of [[], ['missing']]) {
    const part = around(filler, ...words)
    expect(filler.startsWith(part)).toBe(true)
    expect(part.length).toBeGreaterThan(200)
  }
})

test('the JSON may be truncated anywhere', () => {
  const text = 'a"\\\n\u0001é😀 acme'
  const json = JSON.stringify(text)
  for (let length = 1; length <= json.length; length++) {
    expect(text.startsWith(snippet(json.slice(0, length).toWellFormed(), new Set(['x'])))).toBe(
      json.slice(0, length).isWellFormed(),
    )
  }
})
