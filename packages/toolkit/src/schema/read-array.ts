import { canonicalJson } from '../json/json.ts'
import { checkSize } from './check-limits.ts'
import { failed, type Path, type Read, type Reading, readEach, type Schema } from './read-result.ts'
import { fromText, wrongType } from './read-scalar.ts'

export function readArray(schema: Schema, sent: unknown, path: Path, readItem: Read): Reading {
  const value = fromText(schema, sent)
  if (!Array.isArray(value)) return wrongType(schema, sent, path)
  // A list that is too long is not looked into: what it holds no longer matters.
  const faults = checkSize(schema, value.length, 'items')
  if (faults.length > 0) return failed(value, path, ...faults)

  // Until 2019 a list of fixed places was written as `items: [...]`, since then as `prefixItems`.
  const { items, prefixItems = [], additionalItems } = schema
  const [places, others] = Array.isArray(items) ? [items, additionalItems] : [prefixItems, items]
  const { values, problems, converted } = readEach(value, (item, index) =>
    readItem(places[index] ?? others ?? true, item, [...path, index]),
  )
  if (problems.length === 0 && schema.uniqueItems && hasTwins(values)) {
    return failed(value, path, { kind: 'range', message: 'must not hold the same item twice' })
  }
  return { value: values, problems, converted: converted || value !== sent }
}

const hasTwins = (items: readonly unknown[]): boolean =>
  new Set(items.map((item) => canonicalJson(item))).size < items.length
