import { stringifyJson, ToolError } from '@quartermaster/toolkit'
import type { UrlTarget } from '../manifest/manifest.ts'

export type UrlRequest = {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** Places arguments in the path, query, headers or body of a request, as `locations` says. */
export function urlRequest(target: UrlTarget, input: Record<string, unknown>): UrlRequest {
  const { method, locations, wholeBody } = target
  const byMethod = method === 'GET' || method === 'DELETE' ? 'query' : 'body'
  const located = Object.groupBy(Object.entries(input), ([name]) =>
    Object.hasOwn(locations, name) ? (locations[name] ?? byMethod) : byMethod,
  )
  const url = addQuery(fillPath(target.url, located.path ?? []), located.query ?? [])
  const headers = Object.fromEntries(
    (located.header ?? []).map(([name, value]) => [name.toLowerCase(), headerText(name, value)]),
  )
  const body = located.body ?? []
  const hasBody = byMethod === 'body' || body.length > 0
  if (!hasBody) return { url, headers }
  const whole = body.find(([name]) => name === wholeBody)
  const content = whole === undefined ? Object.fromEntries(body) : whole[1]
  return {
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: stringifyJson(content),
  }
}

type Arguments = readonly (readonly [string, unknown])[]

function fillPath(template: string, values: Arguments): string {
  let url = template
  for (const [name, value] of values) {
    url = url.replaceAll(`{${name}}`, () => encodeURIComponent(asText(value)))
  }
  const [path = ''] = url.replace(/^https?:\/\/[^/?]*/, '').split('?')
  // A segment of dots would change the path.
  const moved = path.split('/').some((step) => /^(\.|%2e){1,2}$/i.test(step))
  if (moved) {
    const names = values.map(([name]) => `'${name}'`).join(', ')
    throw new ToolError(
      'invalid_input',
      `${names} cannot be '.' or '..': it is a segment of the path.`,
    )
  }
  return url
}

function addQuery(url: string, values: Arguments): string {
  const query = new URLSearchParams()
  for (const [name, value] of values) {
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, asText(item))
  }
  if (query.size === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}

function headerText(name: string, value: unknown): string {
  const text = asText(value)
  if (/[^\t\x20-\x7e]/.test(text)) {
    throw new ToolError(
      'invalid_input',
      `Parameter '${name}' is sent as a header and must be printable ASCII.`,
    )
  }
  return text
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : stringifyJson(value)
