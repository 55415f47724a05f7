import type { UpstreamMethod } from './file-schema.ts'
import type { Report, Settings } from './function-spec.ts'
import type { UrlTarget } from './manifest.ts'
import type { Schema } from './parameter-schema.ts'
import { unknownSecret } from './upstream-header.ts'

type Request = { url: string; method: UpstreamMethod; headers: Record<string, string> }
type Around = { input: Schema; defaults: Record<string, unknown>; settings: Settings }

// The host is always the manifest's: no argument and no secret can stand in for a part of it.
const TEMPLATE = /^https?:\/\/[^/?#{}$@\s\\]+(?:[/?][^\s\\#]*)?$/
const ARGUMENT = /(?<!\$)\{([^{}]*)\}/g

/** The arguments that stand in a url as `{name}`. */
export const namesIn = (url: string): string[] =>
  [...url.matchAll(ARGUMENT)].map(([, name = '']) => name)

export function urlTarget(request: Request, around: Around, report: Report): UrlTarget {
  const { input, defaults, settings } = around
  const at = ['url']
  if (!TEMPLATE.test(request.url) || !URL.canParse(request.url)) {
    report(at, 'must be an http or https address with a fixed host and without a user or #')
  }
  const secret = unknownSecret(request.url, settings.secrets)
  if (secret !== undefined) report(at, secret)
  const required = (input.required ?? []) as string[]
  for (const name of namesIn(request.url)) {
    if (required.includes(name) || Object.hasOwn(defaults, name)) continue
    report(at, `{${name}} must be a required parameter, or have a default`)
  }
  const places = namesIn(request.url).map((name) => [name, 'path'] as const)
  return { kind: 'url', ...request, places: Object.fromEntries(places) }
}
