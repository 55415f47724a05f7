import type { TSchema } from '@sinclair/typebox'
import { isObject } from '../json/json.ts'
import type { SchemaOrBoolean } from '../schema/read-result.ts'
import { readValue } from '../schema/read-value.ts'
import { closestName } from './closest-name.ts'

/**
 * A valid value that says the same as an invalid one: `["acme"]` for `"acme"`, 1000 for 5000 where
 * 1000 is the maximum, `"skip"` for `"Skip"`. `undefined` if the schema gives no such value.
 */
export function correctValue(schema: SchemaOrBoolean | undefined, value: unknown): unknown {
  if (!isObject(schema)) return undefined
  return candidates(schema as TSchema, value).find((candidate) => {
    return candidate !== undefined && readValue(schema as TSchema, candidate).problems.length === 0
  })
}

function candidates(schema: TSchema, value: unknown): unknown[] {
  if (value === null || value === '') return []
  if (Array.isArray(value)) return value.length === 1 ? [value[0]] : []
  if (typeof value === 'object') return [[value]]
  return [
    closestChoice(schema, value),
    inRange(schema, value),
    asBoolean(value),
    String(value),
    [value],
  ]
}

// Every one-letter text is one edit away from every other.
const MIN_MISSPELLING = 3

function closestChoice(schema: TSchema, value: unknown): string | undefined {
  const choices: unknown[] = schema.enum ?? schema.anyOf?.map((branch: TSchema) => branch.const)
  const texts = choices?.filter((choice) => typeof choice === 'string')
  if (texts === undefined || typeof value !== 'string') return undefined
  const isTooShort = value.length < MIN_MISSPELLING
  return isTooShort
    ? texts.find((text) => text.toLowerCase() === value.toLowerCase())
    : closestName(value, texts)
}

/** The nearest bound; 95 is 0.95 where the maximum is 1. */
function inRange({ minimum, maximum }: TSchema, value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined
  if (value < minimum) return minimum
  if (!(value > maximum)) return undefined
  return maximum === 1 && value <= 100 ? value / 100 : maximum
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
