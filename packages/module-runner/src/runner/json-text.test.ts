import { parseJson, stringifyJson } from '@quartermaster/toolkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseInput, resultText } from './json-text.ts'

describe('a result', () => {
  test.each([null, 0, '', false, [], {}, 's', [1, [2]], { a: { b: null } }])(
    '%j is JSON',
    (value) => expect(resultText(value)).toBe(JSON.stringify(value)),
  )

  test('undefined is null', () => expect(resultText(undefined)).toBe('null'))

  const circular: { self?: unknown } = {}
  circular.self = circular
  test.each<[unknown, string]>([
    [10n, 'a BigInt itself'],
    [{ total: [1, 10n] }, 'a BigInt at total[1]'],
    [[[[[10n]]]], 'a BigInt at [0][0][0][0]'],
    [circular, 'a circular reference at self'],
    [() => 1, 'a function itself'],
    [{ f() {} }, 'a function at f'],
    [{ a: undefined }, 'undefined at a'],
    [[undefined], 'undefined at [0]'],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested.
    [[1, , 2], 'undefined at [1]'],
    [Symbol('x'), 'a symbol itself'],
    [{ ratio: Number.NaN }, 'the number NaN at ratio'],
    [Number.POSITIVE_INFINITY, 'the number Infinity itself'],
    [new Map([[1, 2]]), 'a Map itself'],
    [new Set([1]), 'a Set itself'],
    [{ at: /x/ }, 'a RegExp at at'],
    [new Uint8Array(2), 'a Uint8Array itself'],
    [new Error('x'), 'a Error itself'],
    [(async function* () {})(), 'an iterator or stream itself'],
    [{ all: [1].values() }, 'an iterator or stream at all'],
    [new Headers(), 'an iterator or stream'],
    [new Response('x'), 'a Response itself'],
  ])('%o is not JSON', (value, words) => {
    expect(() => resultText(value)).toThrow(words)
  })

  test('a repeated reference is not circular', () => {
    const part = { a: 1 }
    expect(resultText([part, part])).toBe('[{"a":1},{"a":1}]')
  })

  test('toJSON is respected', () => {
    expect(resultText({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
    expect(() => resultText({ toJSON: () => 10n })).toThrow('a BigInt')
  })

  test('a value that is nested too deeply is refused', () => {
    const nested = (levels: number) => {
      let value: unknown = 1
      for (let level = 0; level < levels; level++) value = [value]
      return value
    }
    expect(() => parseJson(resultText(nested(100)))).not.toThrow()
    expect(() => resultText(nested(101))).toThrow(/^more than 100 levels$/)
    expect(() => resultText(nested(100_000))).toThrow('more than 100 levels')
  })
})

describe('arguments', () => {
  test('G12 every digit and every member survives a round trip', () => {
    const text = '{"__proto__":{"x":12345678901234567890},"n":1e400,"f":0.1,"s":"\\ud800é"}'
    expect(resultText(parseInput(text))).toBe(text)
  })

  test('a number that JavaScript represents exactly is a number', () => {
    expect(parseInput('{"a":1e+23,"b":9007199254740991,"c":-0.5}')).toEqual({
      a: 1e23,
      b: 9007199254740991,
      c: -0.5,
    })
  })

  test('any JSON value survives a round trip', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = stringifyJson(value)
        expect(resultText(parseInput(text))).toBe(text)
      }),
    )
  })
})
