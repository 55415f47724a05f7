import type { UpstreamMethod } from './file-schema.ts'
import type { Report, Settings } from './function-spec.ts'
import type { UrlTarget } from './manifest.ts'
import type { Schema } from './parameter-schema.ts'
import { unknownSecret } from './upstream-header.ts'

type Request = { url: string; method: UpstreamMethod; headers: Record<string, string> }
type Surroundings = { input: Schema; defaults: Record<string, unknown>; settings: Settings }

// The host is fixed: neither an argument nor a secret can replace a part of it.
const TEMPLATE = /^https?:\/\/[^/?#{}$@\s\\]+(?:[/?][^\s\\#]*)?$/
const ARGUMENT = /(?<!\$)\{([^{}]*)\}/g

/** The names in `{name}` placeholders of a URL. */
export const namesIn = (url: string): string[] =>
  [...url.matchAll(ARGUMENT)].map(([, name = '']) => name)

export function urlTarget(
  request: Request,
  { input, defaults, settings }: Surroundings,
  report: Report,
): UrlTarget {
  const at = ['url']
  if (!TEMPLATE.test(request.url) || !URL.canParse(request.url)) {
    report(at, 'must be an http or https URL with a fixed host and without a user name or #')
  }
  const secret = unknownSecret(request.url, settings.secrets)
  if (secret !== undefined) report(at, secret)
  const required = (input.required ?? []) as string[]
  for (const name of namesIn(request.url)) {
    if (required.includes(name) || Object.hasOwn(defaults, name)) continue
    report(at, `{${name}} must be a required parameter, or have a default`)
  }
  const locations = namesIn(request.url).map((name) => [name, 'path'] as const)
  return { kind: 'url', ...request, locations: Object.fromEntries(locations) }
}
