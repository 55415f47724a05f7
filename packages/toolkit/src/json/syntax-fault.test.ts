import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MalformedJson, parseJson } from './json.ts'
import { findSyntaxFault } from './syntax-fault.ts'

test.each([
  ["{'key': 'acme'}", 1, 2, 'use double quotes instead of single quotes'],
  ['{"key": \'acme\'}', 1, 9, 'use double quotes instead of single quotes'],
  ['{key: "acme"}', 1, 2, 'put the name in double quotes'],
  ['{“key”: 1}', 1, 2, 'use plain double quotes (")'],
  ['{"key": acme}', 1, 9, 'put the text in double quotes'],
  ['{"a": 1,}', 1, 8, 'remove the trailing comma'],
  ['[1, 2, ]', 1, 6, 'remove the trailing comma'],
  ['[1,,2]', 1, 4, 'remove the extra comma'],
  ['{"a": 1 "b": 2}', 1, 9, 'add a comma before the next value'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'add a comma before the next value'],
  ['{"a" 1}', 1, 6, 'add a colon after the name'],
  ['{"a"}', 1, 5, 'add a colon and a value after the name'],
  ['{"a": True}', 1, 7, 'write true instead of True'],
  ['{"a": None}', 1, 7, 'write null instead of None'],
  ['{"a": constructor}', 1, 7, 'put the text in double quotes'],
  ['[NaN]', 1, 2, 'write null instead of NaN'],
  ['[01]', 1, 2, 'write numbers like 12, -0.5 or 1e3'],
  ['[.5]', 1, 2, 'write numbers like 12, -0.5 or 1e3'],
  ['// note\n{}', 1, 1, 'remove the comment'],
  ['```json\n{}\n```', 1, 1, 'remove the ``` before and after the JSON'],
  ['{"a": 1} {"b": 2}', 1, 10, 'remove the text after the end of the JSON value'],
  ['', 1, 1, 'send a JSON value; the text is empty'],
  ['{"a": [1, {"b": 2', 1, 18, 'the text ends too early: }]} is missing at the end'],
  ['{"a": "one\ntwo"}', 1, 11, 'write a line break inside a text as \\n'],
  ['{"a": "C:\\dir"}', 1, 10, 'write a backslash as \\\\'],
  ['{"a": "open}', 1, 7, 'close the double quotes of this text'],
  ['keys=k1&limit=5', 1, 1, 'send JSON instead of a form'],
])('%j fails at line %i, column %i: %s', (text, line, column, advice) => {
  expect(findSyntaxFault(text)).toMatchObject({
    line,
    column,
    advice: expect.stringContaining(advice),
  })
  expect(() => parseJson(text)).toThrow(
    new RegExp(`^it is not valid JSON: line ${line}, column ${column}: `),
  )
})

test('every text that JSON.parse rejects gets a position inside the text', () => {
  const token = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    "'",
    '1',
    '-',
    '.',
    'true',
    'x',
    '\\',
    '\n',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
      const text = tokens.join('')
      try {
        JSON.parse(text)
      } catch {
        const { line, column } = findSyntaxFault(text)
        const lines = text.split('\n')
        expect(line).toBeLessThanOrEqual(lines.length)
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1)
        expect(() => parseJson(text)).toThrow(MalformedJson)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a broken text of a megabyte is explained in little time', () => {
  const start = process.cpuUsage()
  expect(() => parseJson(`[${'"text",'.repeat(150_000)}]`)).toThrow('trailing comma')
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(2)
})
