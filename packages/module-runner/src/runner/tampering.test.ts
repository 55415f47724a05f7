import { expect, onTestFinished, test } from 'vitest'
import { watchTampering } from './tampering.ts'

test('what stays as it was, and what is only used, is no tampering', () => {
  const isTampered = watchTampering()
  'a1'.match(/(\\d)/)
  Reflect.set(globalThis, 'ofAModule', [1].map(String))
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'ofAModule'))
  expect(isTampered()).toBe(false)
})

test.each<[string, object, string]>([
  ['a method that is replaced', Array.prototype, 'map'],
  ['a method that is added', Object.prototype, 'more'],
  ['a function that is replaced', JSON, 'stringify'],
  ['a global that is replaced', globalThis, 'setTimeout'],
])('%s is seen', (_, owner, key) => {
  const before = Object.getOwnPropertyDescriptor(owner, key)
  const isTampered = watchTampering()
  Object.defineProperty(owner, key, { value: () => 0, configurable: true, writable: true })
  const seen = isTampered()
  if (before === undefined) Reflect.deleteProperty(owner, key)
  else Object.defineProperty(owner, key, before)
  expect([seen, isTampered()]).toEqual([true, false])
})
