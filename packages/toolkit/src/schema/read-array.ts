import { canonicalJson } from '../json/json.ts'
import { checkSize } from './check-limits.ts'
import {
  type Path,
  type Read,
  type ReadResult,
  readEach,
  rejected,
  type Schema,
} from './read-result.ts'
import { fromText, wrongType } from './read-scalar.ts'

export function readArray(schema: Schema, input: unknown, path: Path, readItem: Read): ReadResult {
  const value = fromText(schema, input)
  if (!Array.isArray(value)) return wrongType(schema, input, path)
  // The items of a list over the size limit are not read.
  const faults = checkSize(schema, value.length, 'items')
  if (faults.length > 0) return rejected(value, path, ...faults)

  // Tuples are `items: [...]` up to draft 2019-09 and `prefixItems` since 2020-12.
  const { items, prefixItems = [], additionalItems } = schema
  const [tuple, others] = Array.isArray(items) ? [items, additionalItems] : [prefixItems, items]
  const { values, problems, converted } = readEach(value, (item, index) =>
    readItem(tuple[index] ?? others ?? true, item, [...path, index]),
  )
  if (problems.length === 0 && schema.uniqueItems && hasDuplicates(values)) {
    return rejected(value, path, { kind: 'range', message: 'must not contain the same item twice' })
  }
  return { value: values, problems, converted: converted || value !== input }
}

const hasDuplicates = (items: readonly unknown[]): boolean =>
  new Set(items.map((item) => canonicalJson(item))).size < items.length
