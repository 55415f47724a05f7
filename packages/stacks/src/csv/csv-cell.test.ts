import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, neutralize, restore } from './csv-cell.ts'

test.each([
  '=1+1',
  '+cmd',
  '-2+3',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\n=x',
  '＝1',
  "'=1",
  "''@x",
  '-',
  '+1+1',
])('%j is neutralized', (text) => {
  expect(neutralize(text)).toBe(`'${text}`)
  expect(restore(neutralize(text))).toBe(text)
})

test.each(['', 'a', '-5', '+12.5', "it's", "'quoted'", '5-3', ' =1'])(
  '%j is left alone',
  (text) => {
    expect(neutralize(text)).toBe(text)
    expect(restore(text)).toBe(text)
  },
)

test('any text is unchanged after export and import', () => {
  const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'\'"=+-@,\r\n\tx1') }))
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1 }), (fields) => {
      const line = csvLine(fields.map(neutralize))
      const [read] = parse(line, { relax_column_count: true }) as string[][]
      expect(read?.map(restore)).toEqual(fields)
    }),
  )
})

test('a missing value and an empty text are different', () => {
  expect(csvLine(['a', null, '', 'x"y', 'l\nm', 'c,d'])).toBe('a,,"","x""y","l\nm","c,d"\r\n')
})
