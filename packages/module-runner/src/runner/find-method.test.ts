import { describe, expect, test } from 'vitest'
import { type Carrier, carrierOf, findMethod, missingMethods } from './find-method.ts'

class Base {
  inherited() {}
}
class Tools extends Base {
  #secret() {}
  field = () => 'field'
  static fixed() {}
  tool_both() {
    return 'tool_both'
  }
  both() {
    return 'both'
  }
  plain() {
    return 'plain'
  }
  get getter() {
    this.#secret()
    throw new Error('a getter must not run')
  }
}

const call = (owner: object, name: string) => findMethod(owner, name)?.call(owner, {})

describe('J2 the method of a function', () => {
  test('tool_NAME comes first, then NAME', () => {
    expect(call(new Tools(), 'both')).toBe('tool_both')
    expect(call(new Tools(), 'plain')).toBe('plain')
    expect(call(new Tools(), 'field')).toBe('field')
    expect(call({ both: () => 1, tool_both: () => 2 }, 'both')).toBe(2)
  })

  test.each([
    'inherited',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__',
    'fixed',
    'getter',
    'secret',
    '#secret',
    'nobody',
  ])('%s is not one', (name) => {
    expect(findMethod(new Tools(), name)).toBeUndefined()
    expect(findMethod({ plain() {} }, name)).toBeUndefined()
  })

  test('a class is instantiated only if its prototype lacks a method', () => {
    let made = 0
    class Counting {
      field = () => 1
      constructor() {
        made++
      }
      plain() {}
    }
    expect(missingMethods({ make: Counting }, ['plain'], {})).toEqual([])
    expect(made).toBe(0)
    expect(missingMethods({ make: Counting }, ['plain', 'field', 'divide'], {})).toEqual(['divide'])
    expect(made).toBe(1)
  })
})

test.each<[string, Record<string, unknown>, Carrier | undefined]>([
  ['a class Tools', { Tools }, { make: Tools }],
  ['a default class', { default: Tools }, { make: Tools }],
  ['CommonJS with Tools', { default: { Tools } }, { make: Tools }],
  ['nothing', { other: 1 }, undefined],
  ['an arrow function', { default: () => 1 }, undefined],
  ['a text', { default: 'x' }, undefined],
])('%s', (_, module, carrier) => expect(carrierOf(module)).toEqual(carrier))

test('an object with functions', () => {
  const object = { multiply() {} }
  expect(carrierOf({ default: object })).toEqual({ object })
})
