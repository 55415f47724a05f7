import { stringifyJson, ToolError } from '@quartermaster/toolkit'
import type { UrlTarget } from '../manifest/manifest.ts'

export type UrlRequest = {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** Arguments as a request: in the path, the query, a header or the body, as the manifest says. */
export function urlRequest(target: UrlTarget, input: Record<string, unknown>): UrlRequest {
  const { method, places, wholeBody } = target
  const usual = method === 'GET' || method === 'DELETE' ? 'query' : 'body'
  const inPlace = Object.groupBy(Object.entries(input), ([name]) =>
    Object.hasOwn(places, name) ? (places[name] ?? usual) : usual,
  )
  const url = addQuery(fillPath(target.url, inPlace.path ?? []), inPlace.query ?? [])
  const headers = Object.fromEntries(
    (inPlace.header ?? []).map(([name, value]) => [name.toLowerCase(), headerText(name, value)]),
  )
  const body = inPlace.body ?? []
  const hasBody = usual === 'body' || body.length > 0
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
  // A dot for a name would make the path another one.
  const moved = path.split('/').some((step) => /^(\.|%2e){1,2}$/i.test(step))
  if (moved) {
    const names = values.map(([name]) => `'${name}'`).join(', ')
    throw new ToolError('invalid_input', `${names} cannot be a dot, since it is part of a path.`)
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
      `Parameter '${name}' is sent as a header, and can hold printable ASCII only.`,
    )
  }
  return text
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : stringifyJson(value)
