import { MULTIPLY } from '@quartermaster/testing'
import { describe, expect, test } from 'vitest'
import { failure, manifestOf, moduleOf, openModule, toolsFolder } from './folders.ts'

describe('a call', () => {
  test('J-10 J-11 runs the method tool_multiply or multiply', async () => {
    const plain = `export class Tools { async multiply({ multiplicand, multiplier }) { return multiplicand * multiplier } }`
    const { open } = await toolsFolder({
      Prefixed: MULTIPLY,
      Plain: { ...MULTIPLY, 'tool.ts': plain },
      Script: {
        'manifest.yaml': MULTIPLY['manifest.yaml'] ?? '',
        'tool.js': `module.exports = { async multiply({ multiplicand, multiplier }) { return multiplicand * multiplier } }`,
      },
    })
    const { call } = await open()
    const numbers = { multiplicand: 6, multiplier: 7 }
    for (const id of ['Prefixed', 'Plain', 'Script']) {
      expect(await call(id, 'multiply', numbers)).toBe(42)
    }
  })

  test('J-13 J5 returns every JSON value unchanged', async () => {
    const { call } = await openModule(['echo'], 'echo({ value }: any) { return value }')
    for (const value of ['s', { a: 1 }, [1], 3, 0, '', null, false, [], { __proto__: null }]) {
      expect(await call('echo', { value })).toEqual(value)
    }
    const exact = '{"__proto__":[12345678901234567890],"s":"\\ud800\\u0000é😀\\n","e":1e400}'
    const value = JSON.parse(exact, (_key, part, { source }) =>
      typeof part === 'number' ? JSON.rawJSON(source ?? '') : part,
    )
    expect(JSON.stringify(await call('echo', { value }))).toBe(exact)
    expect(await call('echo', {})).toBeNull()
  })

  test('J-14 does not pass arguments that were omitted', async () => {
    const { call } = await openModule(
      ['greet'],
      `greet(input: any) { const { name, greeting = 'Hello' } = input; return [greeting, name, Object.keys(input)] }`,
    )
    expect(await call('greet', { name: 'Ada' })).toEqual(['Hello', 'Ada', ['name']])
  })

  test('J-15 fails with the error that the method throws, and the next call works', async () => {
    const { call } = await openModule(
      ['fail', 'missing', 'odd', 'fine'],
      `
      fail() { throw new Error('boom at /srv/secret/place 10.0.0.1 password=x') }
      async missing({ city }: any) { throw Object.assign(new Error('There is no city ' + city), { code: 'not_found' }) }
      odd() { throw 'just text' }
      fine() { return 'fine' }`,
    )
    const error = await failure(call('fail'))
    expect(error).toMatchObject({ name: 'ToolError', code: 'tool_failed' })
    expect(error.message).toBe("The tool 'fail' failed: boom at [path] [address] [hidden]")
    expect(await failure(call('missing', { city: 'Oslo' }))).toMatchObject({
      code: 'not_found',
      message: "The tool 'missing' failed: There is no city Oslo",
    })
    expect((await failure(call('odd'))).message).toContain('just text')
    expect(await call('fine')).toBe('fine')
  })

  test('J5 fails with the path of a value that is not JSON', async () => {
    const { call } = await openModule(
      ['big', 'circle', 'method', 'hole', 'long', 'deep', 'series', 'fine'],
      `
      deep() { return [[[[10n]]]] }
      async *series() { yield 1 }
      big() { return { total: 10n } }
      circle() { const a: any = {}; a.a = a; return a }
      method() { return [() => 1] }
      hole() { return { a: undefined } }
      long() { return 'x'.repeat(5_000_000) }
      fine() { return 'fine' }`,
    )
    const message = async (name: string) => (await failure(call(name))).message
    expect(await message('big')).toContain('a BigInt at total')
    expect(await message('circle')).toContain('at a')
    expect(await message('method')).toContain('a function at [0]')
    expect(await message('hole')).toContain('undefined at a')
    expect(await message('long')).toBe(
      "The tool 'long' returned 5000002 characters of JSON; the limit is 4194304.",
    )
    expect(await message('deep')).toContain('not JSON: a BigInt at [0][0][0][0]')
    expect(await message('series')).toContain('not JSON')
    expect(await call('fine')).toBe('fine')
  })

  test('reaches the function of its own folder when two have the same name', async () => {
    const named = (answer: string) => ({
      'manifest.yaml': manifestOf(answer, ['answer']),
      'tool.ts': moduleOf(`answer() { return '${answer}' }`),
    })
    const { open } = await toolsFolder({ A: named('a'), B: named('b') })
    const { call } = await open()
    expect([await call('A', 'answer'), await call('B', 'answer')]).toEqual(['a', 'b'])
  })
})
