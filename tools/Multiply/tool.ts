/** A number, or `JSON.rawJSON` if JavaScript would round it. */
type Numeric = number | { rawJSON: string }

export class Tools {
  async tool_multiply({
    multiplicand,
    multiplier,
  }: {
    multiplicand: Numeric
    multiplier: Numeric
  }) {
    return fromDecimal(product(toDecimal(multiplicand), toDecimal(multiplier)))
  }
}

/** `digits` times ten to the power of `-places`. */
type Decimal = { readonly digits: bigint; readonly places: number }

function toDecimal(value: Numeric): Decimal {
  const [mantissa = '', exponent = '0'] = textOf(value).toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}

const textOf = (value: Numeric): string =>
  typeof value === 'object' ? value.rawJSON : String(value)

const product = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  places: a.places + b.places,
})

/** A number if it is exact, else `JSON.rawJSON` with every digit. */
function fromDecimal({ digits, places }: Decimal): number {
  const text = plainText(digits, places)
  const number = Number(text)
  const isSame = Math.abs(number) <= Number.MAX_SAFE_INTEGER && isEqual(toDecimal(number), text)
  return isSame ? number : (JSON.rawJSON(text) as number)
}

function plainText(digits: bigint, places: number): string {
  // A plain decimal would have more than a thousand zeros.
  if (Math.abs(places) > 1000) return `${digits}e${-places}`
  if (places <= 0) return String(digits * 10n ** BigInt(-places))
  const all = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  const fraction = all.slice(-places).replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${all.slice(0, -places)}${fraction && `.${fraction}`}`
}

const isEqual = ({ digits, places }: Decimal, text: string): boolean =>
  plainText(digits, places) === text
