import type { TSchema } from '@sinclair/typebox'
import { isObject } from '../json/json.ts'
import { lifetimeUnit } from '../schema/annotations.ts'
import type { Schema, SchemaOrBoolean } from '../schema/read-result.ts'
import { readValue } from '../schema/read-value.ts'
import { closestName } from './closest-name.ts'
import { parseLifetime } from './lifetime.ts'

/**
 * The valid value that an invalid one probably means: `["acme"]` for `"acme"`, 1000 for 5000 if 1000 is
 * the maximum, `"skip"` for `"Skip"`. `undefined` if the schema allows no such value. An id is never
 * replaced by another.
 */
export function correctValue(
  schema: SchemaOrBoolean | undefined,
  value: unknown,
  { isId = false } = {},
): unknown {
  if (!isObject(schema)) return undefined
  const given = isId && typeof value === 'number' ? [String(value)] : candidates(schema, value)
  return given.find(
    (candidate) =>
      candidate !== undefined &&
      // What the schema accepts may have been refused for another reason.
      candidate !== value &&
      readValue(schema as TSchema, candidate).problems.length === 0,
  )
}

function candidates(schema: TSchema, value: unknown): unknown[] {
  if (value === null || value === '') return []
  if (Array.isArray(value)) {
    return [fromPairs(value), value.length === 1 ? value[0] : undefined, merged(value)]
  }
  if (typeof value === 'object') return [[value]]
  return [
    typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined,
    lifetime(schema, value),
    closestChoice(schema, value),
    inRange(schema, value),
    asBoolean(value),
    String(value),
    split(value),
    [value],
  ]
}

/** 3600 for `"1 hour"` if the unit is the second. */
function lifetime(schema: Schema, value: unknown): number | undefined {
  const unit = schema[lifetimeUnit]
  const seconds = unit && typeof value === 'string' ? parseLifetime(value) : undefined
  return seconds === undefined || unit === undefined ? undefined : seconds / unit
}

/** `["a", "b"]` for `"a, b"`. */
const split = (value: unknown): string[] | undefined =>
  typeof value === 'string' && value.includes(',')
    ? value.split(',').map((part) => part.trim())
    : undefined

const PAIR_NAMES = ['name', 'column', 'field', 'key']

/** `{"vendor": "Acme"}` for `[{"name": "vendor", "value": "Acme"}]`. */
function fromPairs(items: readonly unknown[]): Record<string, unknown> | undefined {
  const pairs = items.map((item) => {
    const name = isObject(item) ? PAIR_NAMES.find((key) => Object.hasOwn(item, key)) : undefined
    if (!isObject(item) || name === undefined || !Object.hasOwn(item, 'value')) return undefined
    return Object.keys(item).length === 2 ? ([String(item[name]), item.value] as const) : undefined
  })
  const known = pairs.filter((pair) => pair !== undefined)
  const isDistinct = new Set(known.map(([name]) => name)).size === items.length
  return items.length > 0 && isDistinct ? Object.fromEntries(known) : undefined
}

/** `{"a": 1, "b": 2}` for `[{"a": 1}, {"b": 2}]`. */
function merged(items: readonly unknown[]): Record<string, unknown> | undefined {
  if (items.length === 0 || !items.every(isObject)) return undefined
  const entries = items.flatMap(Object.entries)
  const isDistinct = new Set(entries.map(([name]) => name)).size === entries.length
  return isDistinct ? Object.fromEntries(entries) : undefined
}

// All one-letter texts are one edit apart.
const MIN_MISSPELLING = 3

// Each list begins with a choice, followed by words that models use for it.
const SAME_CHOICE = [
  ['text', 'string', 'str', 'varchar', 'char'],
  ['number', 'int', 'integer', 'float', 'double', 'decimal', 'numeric', 'currency', 'money'],
  ['date', 'datetime', 'timestamp', 'time'],
  ['equals', '=', '==', '===', 'eq', 'is', 'equal', 'exact'],
  ['not_equals', '!=', '<>', 'ne', 'neq', 'not', 'is_not'],
  ['more_than', '>', 'gt', 'greater_than', 'after', 'above'],
  ['at_least', '>=', 'gte', 'ge', 'from'],
  ['less_than', '<', 'lt', 'before', 'below'],
  ['at_most', '<=', 'lte', 'le'],
  ['contains', 'like', 'ilike', 'includes', 'matches', 'substring'],
  ['is_empty', 'is_null', 'null', 'empty', 'isnull', 'missing'],
  ['is_not_empty', 'not_null', 'is_not_null', 'not_empty', 'notnull', 'exists'],
]

function closestChoice(schema: TSchema, value: unknown): string | undefined {
  const choices: unknown[] = schema.enum ?? schema.anyOf?.map((branch: TSchema) => branch.const)
  const texts = choices?.filter((choice) => typeof choice === 'string')
  if (texts === undefined || typeof value !== 'string') return undefined
  const synonyms = SAME_CHOICE.find((words) => words.includes(value.trim().toLowerCase()))
  const synonym = texts.find((text) => synonyms?.[0] === text)
  if (synonym !== undefined) return synonym
  const isTooShort = value.length < MIN_MISSPELLING
  return isTooShort
    ? texts.find((text) => text.toLowerCase() === value.toLowerCase())
    : closestName(value, texts)
}

// A number up to 10 may be on a scale to 5 or to 10, where 8 means much more than 0.08.
const MIN_PERCENTAGE = 11

/** The nearest bound; but 0.95 for 95 if the maximum is 1. */
function inRange(
  { minimum, maximum, [lifetimeUnit]: isLifetime }: Schema,
  value: unknown,
): number | undefined {
  if (typeof value !== 'number' || isLifetime) return undefined
  if (value < minimum) return minimum
  if (!(value > maximum)) return undefined
  if (maximum !== 1 || value > 100) return maximum
  return value < MIN_PERCENTAGE ? undefined : value / 100
}

const YES_OR_NO: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
}

const asBoolean = (value: unknown): boolean | undefined => YES_OR_NO[String(value).toLowerCase()]
