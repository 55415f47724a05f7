import { expect, onTestFinished, test } from 'vitest'
import { watchTampering } from './tampering.ts'

test('using built-ins and setting a global is not tampering', () => {
  const isTampered = watchTampering()
  'a1'.match(/(\\d)/)
  Reflect.set(globalThis, 'moduleState', [1].map(String))
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'moduleState'))
  expect(isTampered()).toBe(false)
})

test.each<[string, object, string]>([
  ['a replaced method', Array.prototype, 'map'],
  ['an added method', Object.prototype, 'more'],
  ['a replaced function', JSON, 'stringify'],
  ['a replaced global', globalThis, 'setTimeout'],
])('%s is noticed', (_, owner, key) => {
  const before = Object.getOwnPropertyDescriptor(owner, key)
  const isTampered = watchTampering()
  Object.defineProperty(owner, key, { value: () => 0, configurable: true, writable: true })
  const seen = isTampered()
  if (before === undefined) Reflect.deleteProperty(owner, key)
  else Object.defineProperty(owner, key, before)
  expect([seen, isTampered()]).toEqual([true, false])
})
