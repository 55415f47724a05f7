import { canonicalJson, decimal, isExactNumber, MalformedJson, parseJson } from '../json/json.ts'
import { acceptScalarAsText, strictType } from './annotations.ts'
import { checkNumber, checkText, type Fault } from './check-limits.ts'
import { describeSchema, describeValue } from './describe-schema.ts'
import { accepted, type Path, type ReadResult, rejected, type Schema } from './read-result.ts'

export function readText(schema: Schema, value: unknown, path: Path): ReadResult {
  const text = schema[acceptScalarAsText] ? scalarAsText(value) : value
  if (typeof text !== 'string') return wrongType(schema, value, path)
  return check(text, path, checkText(schema, text), text !== value)
}

function scalarAsText(value: unknown): unknown {
  if (isExactNumber(value)) return value.rawJSON
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

const NUMERIC_TEXT = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const MAX_INTEGER = Number.MAX_SAFE_INTEGER

export function readNumber(schema: Schema, value: unknown, path: Path): ReadResult {
  const text = numericText(schema, value)
  if (text === undefined) return wrongType(schema, value, path)
  const number = Number(text)
  // Without `type`, the value is kept unchanged, with all its digits.
  if (schema.type === undefined) return check(value, path, checkNumber(schema, number))
  if (losesDigits(schema, value, text, number)) {
    const { minimum, maximum } = schema
    const faults = Number.isFinite(number) ? checkNumber({ minimum, maximum }, number) : []
    // The schema's own limits are narrower.
    if (faults.length > 0) return rejected(value, path, ...faults)
    const message =
      Math.abs(number) > MAX_INTEGER
        ? `must be from -${MAX_INTEGER} to ${MAX_INTEGER}, since a larger number would lose digits`
        : 'has more digits than a number can keep: send fewer'
    return rejected(value, path, { kind: 'range', message })
  }
  if (schema.type === 'integer' && !isWhole(text)) return wrongType(schema, value, path)
  return check(number, path, checkNumber(schema, number), typeof value === 'string')
}

/** A JSON fraction may be rounded to the nearest double; a fraction in text must be exact. */
function losesDigits(schema: Schema, value: unknown, text: string, number: number): boolean {
  if (!Number.isFinite(number)) return true
  const isLarge = Math.abs(number) > MAX_INTEGER
  if (isLarge && schema.type === 'integer') return true
  return (isLarge || typeof value === 'string') && decimal(text) !== decimal(String(number))
}

function numericText(schema: Schema, value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (isExactNumber(value)) return value.rawJSON
  const isText = typeof value === 'string' && !schema[strictType] && NUMERIC_TEXT.test(value)
  return isText ? value : undefined
}

/** Tests the digits, because 1.00000000000000000001 is 1 as a double. */
const isWhole = (text: string): boolean => /^-?\d+$/.test(text) || !decimal(text).includes('e-')

export function readBoolean(schema: Schema, value: unknown, path: Path): ReadResult {
  if (typeof value === 'boolean') return accepted(value)
  if (!schema[strictType] && (value === 'true' || value === 'false'))
    return accepted(value === 'true', true)
  return wrongType(schema, value, path)
}

/** Reads one of the values in `const` or `enum`. */
export function readChoice(
  choices: readonly unknown[],
  schema: Schema,
  value: unknown,
  path: Path,
): ReadResult {
  const isChoice = (candidate: unknown) => {
    const text = canonicalJson(candidate)
    return choices.some((choice) => canonicalJson(choice) === text)
  }
  if (isChoice(value)) return accepted(value)
  const parsed = fromText(schema, value)
  // The text "null" stays text: only numbers, booleans, lists and objects are converted.
  if (parsed !== null && parsed !== value && isChoice(parsed)) return accepted(parsed, true)
  const message = `must be ${describeSchema(schema)}, not ${describeValue(value)}`
  return rejected(value, path, { kind: 'choice', message })
}

/** Parses JSON text; returns text that is not JSON, and any other value, unchanged. */
export function fromText(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'string' || schema[strictType]) return value
  try {
    return parseJson(value)
  } catch (error) {
    if (error instanceof MalformedJson) return value
    throw error
  }
}

export function wrongType(schema: Schema, value: unknown, path: Path): ReadResult {
  const expected = `must be ${describeSchema(schema)}`
  const reason = whyNotJson(schema, value)
  const message =
    reason === undefined
      ? `${expected}, not ${describeValue(value)}`
      : `${expected}; the text cannot be parsed: ${reason}`
  return rejected(value, path, { kind: 'type', message })
}

/** The syntax error of a list or an object that was sent as JSON text. */
function whyNotJson(schema: Schema, value: unknown): string | undefined {
  const isStructure = schema.type === 'array' || schema.type === 'object'
  if (!isStructure || schema[strictType] || typeof value !== 'string') return undefined
  if (!/^\s*[[{]/.test(value)) return undefined
  try {
    parseJson(value)
  } catch (error) {
    if (error instanceof MalformedJson) return error.message
    throw error
  }
}

const check = (value: unknown, path: Path, faults: Fault[], converted = false): ReadResult =>
  faults.length === 0 ? accepted(value, converted) : rejected(value, path, ...faults)
