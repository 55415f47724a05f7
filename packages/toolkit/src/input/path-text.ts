import type { Path } from '../schema/read-result.ts'
import { printable } from '../text/quote.ts'

/** Writes a path as `columns[0].name`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      return index === 0 ? printable(step) : `.${printable(step)}`
    })
    .join('')
}
