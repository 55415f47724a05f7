import { extname } from 'node:path'
import { closestName, isObject, MalformedJson, parseJson } from '@quartermaster/toolkit'
import { METHODS, type OpenApiImport, type UpstreamMethod } from '../manifest/file-schema.ts'
import { BrokenFolder, type FolderProblem } from '../manifest/folder-problem.ts'
import { functionSpec, type Settings } from '../manifest/function-spec.ts'
import type { FunctionSpec } from '../manifest/manifest.ts'
import { readYaml } from '../manifest/read-yaml.ts'
import { operationInput } from './operation-input.ts'
import { resolveReferences } from './references.ts'
import { Unsupported } from './unsupported.ts'

type Source = { readonly read: (file: string) => string | undefined }

export type Imported = {
  readonly functions: FunctionSpec[]
  readonly problems: FolderProblem[]
  readonly warnings: FolderProblem[]
}

type Operation = {
  readonly id: string
  readonly method: UpstreamMethod
  readonly path: string
  readonly shared: unknown[]
  readonly value: Record<string, unknown>
}

/**
 * Imports the operations of an OpenAPI document as functions. An unsupported operation is left out
 * with a warning, or reported as a problem if the manifest names it.
 */
export function importOperations(
  source: Source,
  { file, operations: wanted, server }: OpenApiImport,
  settings: Settings,
): Imported {
  const problem = (reason: string): FolderProblem => ({ file: 'manifest.yaml', line: null, reason })
  const failed = (reason: string): Imported => ({
    functions: [],
    problems: [problem(reason)],
    warnings: [],
  })
  const text = source.read(file)
  if (text === undefined) return failed(`There is no file '${file}' in this folder to import.`)
  const document = readDocument(file, text)
  if (!isObject(document) || !/^3\./.test(String(document.openapi)) || !isObject(document.paths)) {
    return failed(`'${file}' is not an OpenAPI 3 document.`)
  }
  const base = server ?? serverOf(document)
  if (base === undefined) {
    return failed(`'${file}' names no server with an http or https address: set openapi.server.`)
  }
  const all = operationsOf(document.paths)
  const unknown = wanted?.filter((id) => !all.some((operation) => operation.id === id)) ?? []
  const ids = all.map(({ id }) => id)
  const problems = unknown.map((id) => {
    const near = closestName(id, ids)
    const hint = near === undefined ? '' : `; did you mean '${near}'?`
    return problem(`'${file}' has no operation '${id}'${hint}`)
  })

  const functions: FunctionSpec[] = []
  const warnings: FolderProblem[] = []
  for (const operation of all) {
    if (wanted !== undefined && !wanted.includes(operation.id)) continue
    try {
      functions.push(toFunction(document, operation, base.replace(/\/+$/, ''), settings))
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error
      const reason = `The operation '${operation.id}' cannot be imported: ${error.message}.`
      if (wanted === undefined)
        warnings.push({ file, line: null, reason: `${reason} It is left out.` })
      else problems.push({ file, line: null, reason })
    }
  }
  return { functions, problems, warnings }
}

function readDocument(file: string, text: string): unknown {
  if (extname(file) !== '.json') return readYaml(file, text).value
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error
    throw new BrokenFolder({
      file,
      line: null,
      reason: `The file cannot be read: ${error.message}.`,
    })
  }
}

function serverOf({ servers }: Record<string, unknown>): string | undefined {
  const [first] = Array.isArray(servers) ? servers : []
  if (!isObject(first) || typeof first.url !== 'string') return undefined
  const variables = isObject(first.variables) ? first.variables : {}
  const url = first.url.replaceAll(/\{([^}]*)\}/g, (_, name: string) => {
    const variable = variables[name]
    return isObject(variable) ? String(variable.default ?? '') : ''
  })
  return /^https?:\/\//.test(url) ? url : undefined
}

function operationsOf(paths: Record<string, unknown>): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isObject(item)) return []
    const shared = Array.isArray(item.parameters) ? item.parameters : []
    return METHODS.flatMap((method) => {
      const value = item[method.toLowerCase()]
      if (!isObject(value)) return []
      const id = typeof value.operationId === 'string' ? value.operationId : `${method} ${path}`
      return [{ id, method, path, shared, value }]
    })
  })
}

function toFunction(
  document: unknown,
  { id, method, path, shared, value }: Operation,
  base: string,
  settings: Settings,
): FunctionSpec {
  const own = Array.isArray(value.parameters) ? value.parameters : []
  const parameters = overridden(
    resolveReferences(document, shared) as unknown[],
    resolveReferences(document, own) as unknown[],
  )
  const body = resolveReferences(document, value.requestBody)
  const headers = Object.keys(settings.headers ?? {}).map((name) => name.toLowerCase())
  const { parameters: input, locations, wholeBody } = operationInput(parameters, body, headers)
  const texts = [value.summary, value.description].filter((text) => typeof text === 'string')
  const entry = {
    name: functionName(id),
    description: [...new Set(texts)].join('\n\n') || `${method} ${path}`,
    parameters: input,
    url: base + path,
    method,
  }
  const spec = functionSpec(entry, settings, (where, reason) => {
    throw new Unsupported(`${where.join('.')} ${reason}`)
  })
  if (spec.target.kind !== 'url') return spec
  const target = {
    ...spec.target,
    locations: { ...locations, ...spec.target.locations },
    wholeBody,
  }
  return { ...spec, target }
}

/** An operation's own parameter replaces one of its path with the same name and location. */
function overridden(shared: readonly unknown[], own: readonly unknown[]): unknown[] {
  const key = (parameter: unknown) =>
    isObject(parameter) ? `${parameter.in} ${parameter.name}` : ''
  return [...new Map([...shared, ...own].map((parameter) => [key(parameter), parameter])).values()]
}

/** `GET /pets/{id}` → `get_pets_id`. */
const functionName = (id: string): string => {
  const name = id.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '')
  return (/\s/.test(id) ? name.toLowerCase() : name).slice(0, 64)
}
