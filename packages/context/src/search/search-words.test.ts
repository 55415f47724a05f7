import { expect, test } from 'vitest'
import { searchQuery, searchWords, wantedWords } from './search-words.ts'

test('the words are those of the key, the member names and the values', () => {
  expect(
    searchWords('customer_update.v2', { 'Full Name': 'Ünal & Söhne', tags: ['A-1', true, 3] }),
  ).toBe('customer update v2 full name ünal söhne tags a 1 true 3')
})

test('a huge value gives a bounded number of words', () => {
  expect(searchWords('k', 'word '.repeat(1_000_000)).length).toBeLessThan(50_000)
  expect(searchWords('k', ['x'.repeat(1_000_000)]).length).toBeLessThan(200)
})

test.each([
  ['Acme renewal', 'acme renewal'],
  ['a.b/c', 'a b c'],
  ['"Quarterly report" -draft', '" quarterly report "   -draft'],
  ['foo-bar', 'foo bar'],
  ['\0\ud800 !!! ', '     '],
])('the query %j becomes %j', (query, words) => {
  expect(searchQuery(query).replace(/ +/g, ' ').trim()).toBe(words.replace(/ +/g, ' ').trim())
})

test.each([
  ['Acme or renewal', ['acme', 'renewal']],
  ['"Quarterly report" -draft', ['quarterly', 'report']],
  ['-"not these" but foo-bar', ['but', 'foo', 'bar']],
  ['-draft', []],
])('the query %j looks for %j', (query, words) => {
  expect([...wantedWords(searchQuery(query))]).toEqual(words)
})
