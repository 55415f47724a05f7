import { type Effect, isObject, readValue } from '@quartermaster/toolkit'
import type { TSchema } from '@sinclair/typebox'
import type { FunctionEntry, ManifestFile, UpstreamMethod } from './file-schema.ts'
import type { FunctionSpec } from './manifest.ts'
import { functionNameFault } from './name-rules.ts'
import { readSchema, type Schema } from './parameter-schema.ts'
import type { Path } from './read-yaml.ts'
import { headerFault } from './upstream-header.ts'
import { urlTarget } from './url-target.ts'

/** Settings at the top of the manifest, which apply to all functions. */
export type Settings = Pick<
  ManifestFile,
  'timeout' | 'method' | 'effect' | 'dangerous' | 'defaults' | 'headers'
> & {
  readonly secrets: readonly string[]
  /** The operator has not said who may use the folder's secrets. */
  readonly hasUnassignedSecrets: boolean
}

export type Report = (path: Path, reason: string) => void

const EFFECTS: Partial<Record<UpstreamMethod, Effect>> = { GET: 'read', DELETE: 'destroy' }

/** Builds a function from its entry; `settings` apply where the entry is silent. */
export function functionSpec(
  entry: FunctionEntry,
  settings: Settings,
  report: Report,
): FunctionSpec {
  const fault = functionNameFault(entry.name)
  if (fault !== undefined) report(['name'], fault)
  const method = entry.method ?? settings.method ?? 'POST'
  if (entry.url === undefined && method !== 'GET' && method !== 'POST') {
    report(['method'], 'must be GET or POST unless the function has a url')
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
    dangerous: entry.dangerous ?? settings.dangerous ?? settings.hasUnassignedSecrets,
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
    report([...path, 'type'], 'must be object: arguments are passed by name')
  }
  const combined = ['anyOf', 'oneOf', 'allOf'].find((keyword) => keyword in parameters)
  if (combined !== undefined) {
    report(
      [...path, combined],
      'is not accepted at the top level by every vendor; use it inside a property',
    )
  }
  const { type, properties, required, ...rest } = parameters
  // A YAML key without a value is null.
  const whole = { type: 'object', properties: properties ?? {}, required: required ?? [], ...rest }
  return closed(readSchema(whole, path, report))
}

/** Vendors require all of these members, even when they are empty. */
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
    if (problem !== undefined)
      report(['defaults', name], `does not fit the schema: it ${problem.message}`)
  }
}
