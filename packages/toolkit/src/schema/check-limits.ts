import type { TSchema } from '@sinclair/typebox'
import { decimal } from '../json/json.ts'
import { FORMATS } from './formats.ts'
import { matchesPattern } from './pattern.ts'

export type Fault = {
  readonly kind: 'missing' | 'unknown' | 'type' | 'choice' | 'range' | 'format'
  /** Continues the sentence "Parameter 'x' …". */
  readonly message: string
  /** For an unknown name: the names that are known. */
  readonly valid?: readonly string[]
}

type Keywords = Partial<TSchema>

const range = (message: string): Fault => ({ kind: 'range', message })

export function checkText(schema: Keywords, text: string): Fault[] {
  const { pattern, format } = schema
  // A text that is too long is not looked into: that is what the limit is for.
  const faults = checkLength(schema, text)
  if (faults.length > 0) return faults
  if (pattern !== undefined && !matchesPattern(pattern, text)) {
    faults.push({ kind: 'format', message: `must match the pattern ${pattern}` })
  }
  const known = FORMATS.get(format)
  if (known !== undefined && !known.fits(text)) {
    faults.push({
      kind: 'format',
      message: `must have the format ${format}, like ${known.example}`,
    })
  }
  return faults
}

function checkLength({ minLength, maxLength }: Keywords, text: string): Fault[] {
  // A character has one or two code units, so mostly there is no need to count.
  const mayBeShort = text.length < 2 * minLength
  const mayBeLong = text.length > maxLength
  if (!mayBeShort && !mayBeLong) return []
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

/** `noun` is what the keywords count: `minItems`, `maxProperties`. */
export function checkSize(schema: Keywords, size: number, noun: 'items' | 'properties'): Fault[] {
  const keyword = noun === 'items' ? 'Items' : 'Properties'
  const least = schema[`min${keyword}`]
  const most = schema[`max${keyword}`]
  if (size < least)
    return [range(least === 1 ? 'must not be empty' : `must have at least ${least} ${noun}`)]
  if (size > most) return [range(`must have at most ${most} ${noun}, not ${size}`)]
  return []
}

/** By decimal digits: 0.3 is a multiple of 0.1, although floating point has a remainder. */
function isMultiple(number: number, step: number): boolean {
  if (Number.isSafeInteger(number) && Number.isSafeInteger(step)) return number % step === 0
  const [digits, power] = parts(number)
  const [stepDigits, stepPower] = parts(step)
  const least = Math.min(power, stepPower)
  const scaled = digits * 10n ** BigInt(power - least)
  return scaled % (stepDigits * 10n ** BigInt(stepPower - least)) === 0n
}

function parts(number: number): [digits: bigint, power: number] {
  const [digits = '0', power = '0'] = decimal(String(number)).split('e')
  return [BigInt(digits), Number(power)]
}
