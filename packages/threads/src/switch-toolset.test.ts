import { expect, test } from 'vitest'
import { type Choice, switchToolset, type Wanted } from './switch-toolset.ts'

const one = (...toolsets: string[]): Choice => ({ mode: 'one', toolsets })
const many = (...toolsets: string[]): Choice => ({ mode: 'many', toolsets })
const nothing: Choice = { mode: 'one', toolsets: null }
const to = (id?: string, mode?: 'one' | 'many'): Wanted => ({
  toolset: { id },
  ...(mode && { mode }),
})

type Outcome = 'already set' | 'kept' | 'cleared'

test.each<[string, Choice, Wanted, readonly string[] | null, Outcome]>([
  ['X to X', one('X'), to('X'), ['X'], 'already set'],
  ['X to Y', one('X'), to('Y'), ['Y'], 'cleared'],
  ['X to Disabled', one('X'), to(), [], 'cleared'],
  ['Disabled to X', one(), to('X'), ['X'], 'kept'],
  ['Disabled to Disabled', one(), to(), [], 'already set'],
  ['nothing to X', nothing, to('X'), ['X'], 'kept'],
  ['nothing to Disabled', nothing, to(), [], 'kept'],
  ['one X to many with Y', one('X'), to('Y', 'many'), ['X', 'Y'], 'kept'],
  ['one X to many with X', one('X'), to('X', 'many'), ['X'], 'kept'],
  ['many X to many with Y', many('X'), to('Y'), ['X', 'Y'], 'kept'],
  ['many X, Y to X again', many('X', 'Y'), to('X'), ['X', 'Y'], 'already set'],
  ['many X, Y to Disabled', many('X', 'Y'), to(), [], 'kept'],
  ['many to exactly these', many('X', 'Y'), { toolsets: ['Z', 'Z'] }, ['Z'], 'kept'],
  ['many X, Y to one X', many('X', 'Y'), to('X', 'one'), ['X'], 'cleared'],
  ['many X to one X', many('X'), to('X', 'one'), ['X'], 'kept'],
  ['the mode alone', one('X'), { mode: 'many' }, ['X'], 'kept'],
  ['nothing, the mode alone', nothing, { mode: 'many' }, null, 'kept'],
])('J4 %s', (_, current, wanted, toolsets, outcome) => {
  const result = switchToolset(current, wanted)
  const was = result.clearsHistory ? 'cleared' : 'kept'
  expect(result.toolsets).toEqual(toolsets)
  expect(result.isAlreadySet ? 'already set' : was).toBe(outcome)
})
