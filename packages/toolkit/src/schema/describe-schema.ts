import { isObject, stringifyJson } from '../json/json.ts'
import type { Schema } from './read-result.ts'

type Keywords = Partial<Schema>

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** Describes the accepted values: `a whole number`, `text or null`, `one of "a", "b"`. */
export function describeSchema(schema: Keywords): string {
  const names = [...new Set(namesOf(schema))]
  if (names.every((name) => !TYPES.has(name))) return oneOf(names)
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

const TYPES = new Set([...Object.values(TYPE_NAMES), 'another value'])

function oneOf(choices: readonly string[]): string {
  return choices.length === 1 ? choices.join() : `one of ${choices.join(', ')}`
}

function namesOf(schema: Keywords): string[] {
  const choices = schema.const === undefined ? schema.enum : [schema.const]
  if (Array.isArray(choices)) return choices.map((choice) => stringifyJson(choice))
  const branches = schema.anyOf ?? schema.oneOf
  if (Array.isArray(branches)) return branches.flatMap(namesOf)
  return [schema.type].flat().map((type) => TYPE_NAMES[type] ?? 'another value')
}

/** A value for a message: short values as JSON, others by type and length. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  if (typeof value === 'string' && value.length > 60) return `a text of ${value.length} characters`
  const text = stringifyJson(value)
  if (typeof value === 'string') return `the text ${text}`
  return text.length <= 60 ? text : `a number of ${text.length} characters`
}
