import { type ExactNumber, parseJson } from '@quartermaster/toolkit'

// A longer one is no number that anybody wrote down.
const LONGEST = 400

const AMOUNT = String.raw`(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.\d*)?`
const MONEY = new RegExp(String.raw`^(?:(?:[+-]?(?:\$ ?)?|\$ ?[+-])${AMOUNT}|[+-]?${AMOUNT} ?\$)$`)
const SCIENTIFIC = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)[eE][+-]?\d{1,3}$/

/**
 * The number that a text stands for: `$1,500.00` is 1500. What could be read in two ways
 * (`1.234,56`), what is no plain number (`(500)`, `N/A`) and what is not finite is none. Every
 * digit is kept: a number that JavaScript cannot hold comes as its digits.
 *
 * The same rule stands in the database as `stack_number`, for columns that change their type.
 */
export function parseNumber(text: string): number | ExactNumber | undefined {
  if (text.length > LONGEST) return undefined
  const trimmed = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  if (!/\d/.test(trimmed) || !(MONEY.test(trimmed) || SCIENTIFIC.test(trimmed))) return undefined

  const digits = trimmed.replace(/[$, ]/g, '').replace(/^\+/, '').replace(/\.$/, '')
  if (!/[1-9]/.test(digits.replace(/e.*/i, ''))) return 0
  const number = Number(digits)
  if (!Number.isFinite(number) || number === 0) return undefined
  return parseJson(asJson(digits)) as number | ExactNumber
}

/** JSON wants a digit before the point, and no zeros before that one. */
const asJson = (digits: string): string =>
  digits.replace(/^(-?)0+(?=\d)/, '$1').replace(/^(-?)\./, '$10.')
