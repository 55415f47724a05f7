import type { RouteAccess } from '../http/route-access.ts'

/** The sentence about a route's access rule that ends its description in the OpenAPI document. */
export function describeAccess(rule: RouteAccess | undefined): string {
  if (rule === 'public') return 'No key is needed.'
  if (rule === 'root') return 'Requires the root key.'
  if (rule === 'workspace') return 'Requires a key that is not limited to some tools.'
  if (typeof rule !== 'object') return ''
  const names = [rule.tool].flat().map((name) => `\`${name}\``)
  return `Requires permission to call ${names.join(' and ')}.`
}
