import { isObject } from '@quartermaster/toolkit'
import { Unsupported } from './unsupported.ts'

const MOST_NODES = 5000

/** Puts in the place of every `$ref` what it refers to, in this document only. */
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
      return resolve(lookUp(document, reference), [...open, reference])
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, resolve(member, open)]),
    )
  }
  return resolve(part, [])
}

function lookUp(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Unsupported(`${reference} is outside of the document`)
  const steps = reference.slice(2).split('/').map(unescapeStep)
  let found = document
  for (const step of steps) {
    found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined
  }
  if (found === undefined) throw new Unsupported(`${reference} is not in the document`)
  return found
}

const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')
