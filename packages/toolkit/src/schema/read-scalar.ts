import { canonicalJson, decimal, isExactNumber, MalformedJson, parseJson } from '../json/json.ts'
import { acceptScalarAsText, strictType } from './annotations.ts'
import { checkNumber, checkText, type Fault } from './check-limits.ts'
import { describeSchema, describeValue } from './describe-schema.ts'
import { failed, type Path, type Reading, read, type Schema } from './read-result.ts'

export function readText(schema: Schema, value: unknown, path: Path): Reading {
  const text = schema[acceptScalarAsText] ? writtenText(value) : value
  if (typeof text !== 'string') return wrongType(schema, value, path)
  return check(text, path, checkText(schema, text), text !== value)
}

function writtenText(value: unknown): unknown {
  if (isExactNumber(value)) return value.rawJSON
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

const NUMERIC_TEXT = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const LARGEST = Number.MAX_SAFE_INTEGER

export function readNumber(schema: Schema, value: unknown, path: Path): Reading {
  const text = numericText(schema, value)
  if (text === undefined) return wrongType(schema, value, path)
  const number = Number(text)
  // Without a type the value is any JSON, and JSON keeps its digits.
  if (schema.type === undefined) return check(value, path, checkNumber(schema, number))
  if (losesDigits(schema, value, text, number)) {
    const message =
      Math.abs(number) > LARGEST
        ? `must be from -${LARGEST} to ${LARGEST}, since a larger number would lose digits`
        : 'has more digits than a number can keep: send fewer'
    return failed(value, path, { kind: 'range', message })
  }
  if (schema.type === 'integer' && !isWhole(text)) return wrongType(schema, value, path)
  return check(number, path, checkNumber(schema, number), typeof value === 'string')
}

/** A fraction that was sent as a number means the nearest there is; one that was sent as text, itself. */
function losesDigits(schema: Schema, value: unknown, text: string, number: number): boolean {
  if (!Number.isFinite(number)) return true
  const isLarge = Math.abs(number) > LARGEST
  if (isLarge && schema.type === 'integer') return true
  return (isLarge || typeof value === 'string') && decimal(text) !== decimal(String(number))
}

function numericText(schema: Schema, value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (isExactNumber(value)) return value.rawJSON
  const isText = typeof value === 'string' && !schema[strictType] && NUMERIC_TEXT.test(value)
  return isText ? value : undefined
}

/** Asked of the digits, since 1.00000000000000000001 is 1 to JavaScript. */
const isWhole = (text: string): boolean => /^-?\d+$/.test(text) || !decimal(text).includes('e-')

export function readBoolean(schema: Schema, value: unknown, path: Path): Reading {
  if (typeof value === 'boolean') return read(value)
  if (!schema[strictType] && (value === 'true' || value === 'false'))
    return read(value === 'true', true)
  return wrongType(schema, value, path)
}

/** One of the values that `const` or `enum` names. */
export function readChoice(
  choices: readonly unknown[],
  schema: Schema,
  value: unknown,
  path: Path,
): Reading {
  const isAmong = (candidate: unknown) => {
    const text = canonicalJson(candidate)
    return choices.some((choice) => canonicalJson(choice) === text)
  }
  if (isAmong(value)) return read(value)
  const meant = fromText(schema, value)
  // "null" is a word like any other: only numbers, booleans, lists and objects come as text.
  if (meant !== null && meant !== value && isAmong(meant)) return read(meant, true)
  const message = `must be ${describeSchema(schema)}, not ${describeValue(value)}`
  return failed(value, path, { kind: 'choice', message })
}

/** The value that a JSON text stands for; the text itself when it stands for none. */
export function fromText(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'string' || schema[strictType]) return value
  try {
    return parseJson(value)
  } catch (error) {
    if (error instanceof MalformedJson) return value
    throw error
  }
}

export function wrongType(schema: Schema, value: unknown, path: Path): Reading {
  const wanted = `must be ${describeSchema(schema)}`
  const reason = whyNoJson(schema, value)
  const message =
    reason === undefined
      ? `${wanted}, not ${describeValue(value)}`
      : `${wanted}; the text that was sent cannot be read: ${reason}`
  return failed(value, path, { kind: 'type', message })
}

/** A list or an object was sent as text, and the text is broken. */
function whyNoJson(schema: Schema, value: unknown): string | undefined {
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

const check = (value: unknown, path: Path, faults: Fault[], converted = false): Reading =>
  faults.length === 0 ? read(value, converted) : failed(value, path, ...faults)
