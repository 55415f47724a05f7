import { isObject } from '@quartermaster/toolkit'
import { Unsupported } from './unsupported.ts'

const MOST_NODES = 5000

/** Replaces every `$ref` by its target within the document. */
export function resolveReferences(document: unknown, part: unknown): unknown {
  let nodes = 0
  const resolve = (value: unknown, open: readonly string[]): unknown => {
    nodes++
    if (nodes > MOST_NODES) throw new Unsupported('its schema is too large')
    if (Array.isArray(value)) return value.map((item) => resolve(item, open))
    if (!isObject(value)) return value
    const { $ref: reference } = value
    if (typeof reference === 'string') {
      if (open.includes(reference)) throw new Unsupported(`${reference} refers to itself`)
      return resolve(resolvePointer(document, reference), [...open, reference])
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, resolve(member, open)]),
    )
  }
  return resolve(part, [])
}

function resolvePointer(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Unsupported(`${reference} is outside the document`)
  const segments = reference.slice(2).split('/').map(unescapeSegment)
  let found = document
  for (const segment of segments) {
    found = isObject(found) && Object.hasOwn(found, segment) ? found[segment] : undefined
  }
  if (found === undefined) throw new Unsupported(`${reference} is not in the document`)
  return found
}

const unescapeSegment = (segment: string): string =>
  segment.replaceAll('~1', '/').replaceAll('~0', '~')
