import { expect, test } from 'vitest'
import { isLinearPattern, matchesPattern } from './pattern.ts'

test.each([
  ['^a+$', 'aaa', true],
  ['^a+$', 'baaa', false],
  ['a', 'xax', true],
  ['^.$', '😀', true],
  ['^\\u00e9$', 'é', true],
  ['^(?<year>\\d{4})$', '2026', true],
  ['^\\p{Lu}', 'É', true],
  ['^a$', 'a\n', false],
  ['^[^x]$', '\ud800', true],
  ['', '', true],
] as const)('pattern %j on %j: %j', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected)
})

test.each(['(?=a)', '(?<!a)b', '(a)\\1', '(', '[z-a]', 'a{2000}'])(
  'the pattern %j is not supported by RE2 and matches nothing',
  (pattern) => {
    expect(isLinearPattern(pattern)).toBe(false)
    expect(matchesPattern(pattern, 'ab')).toBe(false)
  },
)

test.each(['^\\S+@\\S+$', '(a+)+$', '^(?:\\d{3}-)?[a-z]*$'])(
  'the pattern %j is accepted',
  (pattern) => {
    expect(isLinearPattern(pattern)).toBe(true)
  },
)

test.each([
  ['^(a+)+$', 'a'],
  ['^(a|aa)+$', 'a'],
  ['(x+x+)+y', 'x'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['[ab]*a[ab]{20}$', 'ab'],
  ['^[ab]*a[ab]{900}$', 'aab'],
])('%j takes linear time', (pattern, piece) => {
  const start = process.cpuUsage()
  matchesPattern(pattern, `${piece.repeat(25_000)}!`)
  matchesPattern(pattern, `${piece.repeat(1_000_000)}!`)
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5)
})

test('the cache of compiled patterns is bounded', () => {
  for (let length = 1; length <= 2500; length++) {
    expect(matchesPattern(`^a{0,3}${length}$`, `aa${length}`)).toBe(true)
  }
})
