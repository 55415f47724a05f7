import type { TSchema } from '@sinclair/typebox'
import { decimal } from '../json/json.ts'
import { FORMATS } from './formats.ts'
import { matchesPattern } from './pattern.ts'

export type Fault = {
  readonly kind: 'missing' | 'unknown' | 'type' | 'choice' | 'range' | 'format'
  /** Continues the sentence "Parameter 'x' …". */
  readonly message: string
  /** For an `unknown` name: the valid names. */
  readonly valid?: readonly string[]
}

type Keywords = Partial<TSchema>

const range = (message: string): Fault => ({ kind: 'range', message })

export function checkText(schema: Keywords, text: string): Fault[] {
  const { pattern, format } = schema
  // A text over the length limit is not matched against `pattern` and `format`.
  const faults = checkLength(schema, text)
  if (faults.length > 0) return faults
  if (pattern !== undefined && !matchesPattern(pattern, text)) {
    faults.push({ kind: 'format', message: `must match the pattern ${pattern}` })
  }
  const known = FORMATS.get(format)
  if (known !== undefined && !known.matches(text)) {
    faults.push({
      kind: 'format',
      message: `must have the format ${format}, like ${known.example}`,
    })
  }
  return faults
}

function checkLength({ minLength, maxLength }: Keywords, text: string): Fault[] {
  // A character has one or two code units, so most texts need not be counted.
  const mayBeTooShort = text.length < 2 * minLength
  const mayBeTooLong = text.length > maxLength
  if (!mayBeTooShort && !mayBeTooLong) return []
  const length = countCharacters(text)
  if (length < minLength) {
    return [
      range(minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`),
    ]
  }
  if (length > maxLength) return [range(`must have at most ${maxLength} characters, not ${length}`)]
  return []
}

function countCharacters(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}

export function checkNumber(schema: Keywords, number: number): Fault[] {
  const faults: Fault[] = []
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (number < minimum) faults.push(range(`must be ${minimum} or more, not ${number}`))
  if (number > maximum) faults.push(range(`must be ${maximum} or less, not ${number}`))
  if (number <= exclusiveMinimum)
    faults.push(range(`must be more than ${exclusiveMinimum}, not ${number}`))
  if (number >= exclusiveMaximum)
    faults.push(range(`must be less than ${exclusiveMaximum}, not ${number}`))
  if (multipleOf > 0 && !isMultiple(number, multipleOf)) {
    faults.push(range(`must be a multiple of ${multipleOf}, not ${number}`))
  }
  return faults
}

/** Checks `minItems` and `maxItems`, or `minProperties` and `maxProperties`. */
export function checkSize(schema: Keywords, size: number, noun: 'items' | 'properties'): Fault[] {
  const min = noun === 'items' ? schema.minItems : schema.minProperties
  const max = noun === 'items' ? schema.maxItems : schema.maxProperties
  if (size < min) {
    return [range(min === 1 ? 'must not be empty' : `must have at least ${min} ${noun}`)]
  }
  if (size > max) return [range(`must have at most ${max} ${noun}, not ${size}`)]
  return []
}

/** Uses decimal digits: 0.3 is a multiple of 0.1, although floating point leaves a remainder. */
function isMultiple(number: number, step: number): boolean {
  if (Number.isSafeInteger(number) && Number.isSafeInteger(step)) return number % step === 0
  const [digits, power] = decimalParts(number)
  const [stepDigits, stepPower] = decimalParts(step)
  const common = Math.min(power, stepPower)
  const scaled = digits * 10n ** BigInt(power - common)
  return scaled % (stepDigits * 10n ** BigInt(stepPower - common)) === 0n
}

function decimalParts(number: number): [digits: bigint, power: number] {
  const [digits = '0', power = '0'] = decimal(String(number)).split('e')
  return [BigInt(digits), Number(power)]
}
