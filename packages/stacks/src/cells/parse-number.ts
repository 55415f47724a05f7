import { type ExactNumber, parseJson } from '@quartermaster/toolkit'

const MAX_LENGTH = 400

const AMOUNT = String.raw`(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.\d*)?`
const MONEY = new RegExp(String.raw`^(?:(?:[+-]?(?:\$ ?)?|\$ ?[+-])${AMOUNT}|[+-]?${AMOUNT} ?\$)$`)
const SCIENTIFIC = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)[eE][+-]?\d{1,3}$/

/**
 * The number in a text: `$1,500.00` is 1500. Undefined for ambiguous texts (`1.234,56`), for texts
 * that are not plain numbers (`(500)`, `N/A`), and for infinite values. An `ExactNumber` keeps the
 * digits that a JavaScript number cannot hold.
 *
 * The SQL function `stack_number` implements the same rule, for columns whose type changes.
 */
export function parseNumber(text: string): number | ExactNumber | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const trimmed = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  if (!/\d/.test(trimmed) || !(MONEY.test(trimmed) || SCIENTIFIC.test(trimmed))) return undefined

  const digits = trimmed.replace(/[$, ]/g, '').replace(/^\+/, '').replace(/\.$/, '')
  if (!/[1-9]/.test(digits.replace(/e.*/i, ''))) return 0
  const number = Number(digits)
  if (!Number.isFinite(number) || number === 0) return undefined
  return parseJson(asJson(digits)) as number | ExactNumber
}

/** JSON requires a digit before the point and allows no leading zeros. */
const asJson = (digits: string): string =>
  digits.replace(/^(-?)0+(?=\d)/, '$1').replace(/^(-?)\./, '$10.')
