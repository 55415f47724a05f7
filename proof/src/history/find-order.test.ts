import { expect, test } from 'vitest'
import { hasOrder, type Operation } from './find-order.ts'
import { type KeyInput, type KeyOutput, keyModel } from './models.ts'

type History = Operation<KeyInput, KeyOutput>[]

const push = (value: number, version: number | undefined, began: number, ended: number) => ({
  input: { kind: 'push', value } as const,
  output: version === undefined ? undefined : ({ kind: 'version', version } as const),
  began,
  ended,
})
const read = (value: number | undefined, began: number, ended: number) => ({
  input: { kind: 'read' } as const,
  output: { kind: 'value', value } as const,
  began,
  ended,
})

test.each<[string, boolean, History]>([
  ['calls one after the other', true, [push(7, 1, 0, 1), read(7, 2, 3)]],
  [
    'a read that overlaps a push and sees the old value',
    true,
    [push(7, 1, 0, 5), read(undefined, 1, 2)],
  ],
  ['a read that overlaps a push and sees the new value', true, [push(7, 1, 0, 5), read(7, 1, 2)]],
  ['a read after a push that misses it', false, [push(7, 1, 0, 1), read(undefined, 2, 3)]],
  ['two pushes with the same version', false, [push(7, 1, 0, 1), push(8, 1, 0, 1)]],
  ['a value that comes back', false, [push(7, 1, 0, 1), push(8, 2, 2, 3), read(7, 4, 5)]],
  [
    'a push without an answer that took effect',
    true,
    [push(7, undefined, 0, Infinity), read(7, 2, 3)],
  ],
  [
    'a push without an answer that did not',
    true,
    [push(7, undefined, 0, Infinity), read(undefined, 2, 3)],
  ],
  [
    'a push without an answer that took effect and vanished',
    false,
    [push(7, undefined, 0, Infinity), read(7, 2, 3), read(undefined, 4, 5)],
  ],
])('%s: %s', (_name, isExplained, history) => {
  expect(hasOrder(keyModel, history)).toBe(isExplained)
})
