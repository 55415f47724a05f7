import { type Effect, isObject, readValue } from '@quartermaster/toolkit'
import type { TSchema } from '@sinclair/typebox'
import type { FunctionEntry, ManifestFile, UpstreamMethod } from './file-schema.ts'
import type { FunctionSpec } from './manifest.ts'
import { functionNameFault } from './name-rules.ts'
import { readSchema, type Schema } from './parameter-schema.ts'
import type { Path } from './read-yaml.ts'
import { headerFault } from './upstream-header.ts'
import { urlTarget } from './url-target.ts'

/** What the manifest says for all of its functions. */
export type Settings = Pick<
  ManifestFile,
  'timeout' | 'method' | 'effect' | 'dangerous' | 'defaults' | 'headers'
> & { readonly secrets: readonly string[] }

export type Report = (path: Path, reason: string) => void

const EFFECTS: Partial<Record<UpstreamMethod, Effect>> = { GET: 'read', DELETE: 'destroy' }

/** One entry of the list, with what holds for all behind it. */
export function functionSpec(
  entry: FunctionEntry,
  settings: Settings,
  report: Report,
): FunctionSpec {
  const fault = functionNameFault(entry.name)
  if (fault !== undefined) report(['name'], fault)
  const method = entry.method ?? settings.method ?? 'POST'
  if (entry.url === undefined && method !== 'GET' && method !== 'POST') {
    report(['method'], 'must be GET or POST, unless the function has a url')
  }
  const input = readParameters(entry.parameters, report)
  const defaults = { ...settings.defaults, ...entry.defaults }
  checkDefaults(defaults, input, report)
  const headers = { ...settings.headers, ...entry.headers }
  for (const [name, value] of Object.entries(headers)) {
    const wrong = headerFault(name, value, settings.secrets)
    if (wrong !== undefined) report(['headers', name], wrong)
  }
  return {
    name: entry.name,
    description: entry.description ?? `The function ${entry.name}.`,
    input,
    timeoutSeconds: entry.timeout ?? settings.timeout ?? 30,
    methods: method === 'GET' ? ['GET', 'POST'] : ['POST'],
    effect: entry.effect ?? settings.effect ?? EFFECTS[method] ?? 'write',
    dangerous: entry.dangerous ?? settings.dangerous ?? false,
    defaults,
    target:
      entry.url === undefined
        ? { kind: 'module' }
        : urlTarget({ url: entry.url, method, headers }, { input, defaults, settings }, report),
  }
}

function readParameters(parameters: unknown, report: Report): Schema {
  const path = ['parameters']
  if (!isObject(parameters)) return closed({})
  if ((parameters.type ?? 'object') !== 'object') {
    report([...path, 'type'], 'must be object: arguments come by name')
  }
  const combined = ['anyOf', 'oneOf', 'allOf'].find((keyword) => keyword in parameters)
  if (combined !== undefined) {
    report([...path, combined], 'is not taken at the top by every vendor; use it in a property')
  }
  const { type, properties, required, ...rest } = parameters
  // A key with nothing after it is how YAML says "none".
  const whole = { type: 'object', properties: properties ?? {}, required: required ?? [], ...rest }
  return closed(readSchema(whole, path, report))
}

/** A vendor wants all of these, even where there is nothing to say. */
const closed = (schema: Schema): Schema => ({
  ...schema,
  type: 'object',
  properties: schema.properties ?? {},
  required: schema.required ?? [],
  additionalProperties: schema.additionalProperties ?? false,
})

function checkDefaults(defaults: Record<string, unknown>, input: Schema, report: Report): void {
  const properties = input.properties as Record<string, TSchema>
  for (const [name, value] of Object.entries(defaults)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const [problem] = schema === undefined ? [] : readValue(schema, value).problems
    if (problem !== undefined) report(['defaults', name], `does not fit: it ${problem.message}`)
  }
}
