import { stringifyJson } from '@quartermaster/toolkit'
import { members } from '../schema/alternatives.ts'
import { isSchema, type Json, type JsonObject, schemas } from '../schema/json-schema.ts'

/** A keyword of a tool's schema that a vendor's format leaves out or changes. */
export type Difference = { readonly path: string; readonly keyword: string }

/** Keywords that do not constrain a value. Notes about other keywords are in the description. */
const ANNOTATIONS = new Set(['description', 'title', 'examples', 'example', '$id', '$schema'])

/** The differences between a schema and its form in a vendor's format. Added keywords do not count. */
export function compareSchemas(source: JsonObject, described: JsonObject, path = ''): Difference[] {
  const [from, to] = [readSchema(source), readSchema(described)]
  const at = (keyword: string): Difference => ({ path, keyword })
  const differences: Difference[] = from.isNullable === to.isNullable ? [] : [at('null')]
  if (from.branches.length > 0) {
    return to.branches.length === from.branches.length
      ? [...differences, ...compareBranches(from.branches, to.branches, path)]
      : [...differences, at('anyOf')]
  }
  // A schema of another type has other keywords, so only the type is worth mentioning.
  if (from.type !== to.type && !(from.type === undefined && to.branches.length > 0)) {
    return [...differences, at('type')]
  }
  return [
    ...differences,
    ...Object.entries(from.keywords)
      .filter(([keyword, value]) => !isSame(value, to.keywords[keyword]))
      .map(([keyword]) => at(keyword)),
    ...Object.entries(from.properties).flatMap(([name, member]) =>
      compareSchemas(member, to.properties[name] ?? {}, path === '' ? name : `${path}.${name}`),
    ),
    ...(from.items === undefined ? [] : compareSchemas(from.items, to.items ?? {}, `${path}[]`)),
  ]
}

const compareBranches = (from: JsonObject[], to: JsonObject[], path: string): Difference[] => {
  const all = from.flatMap((branch, at) => compareSchemas(branch, to[at] ?? {}, path))
  return all.filter(
    ({ path: where, keyword }, at) =>
      all.findIndex((other) => other.path === where && other.keyword === keyword) === at,
  )
}

type ReadSchema = {
  readonly type: string | undefined
  readonly isNullable: boolean
  /** Alternatives other than null, if there are several. */
  readonly branches: JsonObject[]
  readonly properties: Record<string, JsonObject>
  readonly items: JsonObject | undefined
  readonly keywords: JsonObject
}

/** The same value for a JSON Schema and for its spelling in Gemini's format. */
function readSchema(schema: JsonObject): ReadSchema {
  const { type, nullable, anyOf, oneOf, properties, items, const: constant, ...rest } = schema
  const parts = schemas(anyOf ?? oneOf)
  const others = parts.filter((part) => part.type !== 'null')
  const [only] = others
  if (parts.length > 0 && others.length === 1 && only !== undefined) {
    const inner = readSchema({ ...rest, ...only })
    return { ...inner, isNullable: true }
  }
  const types = [type ?? []].flat().map((name) => String(name).toLowerCase())
  const named = types.filter((name) => name !== 'null')
  const branches = named.length > 1 ? named.map((name) => ({ type: name })) : others
  const choices = constant === undefined ? rest.enum : [constant]
  const values = Array.isArray(choices) ? choices.filter((choice) => choice !== null) : undefined
  return {
    type: named.length === 1 ? named[0] : (typeOfChoices(values) ?? undefined),
    isNullable:
      nullable === true ||
      types.includes('null') ||
      others.length < parts.length ||
      others.some((part) => part.nullable === true) ||
      (Array.isArray(choices) && choices.includes(null)),
    branches,
    properties: isSchema(properties) ? members(schema) : {},
    items: isSchema(items) && Object.keys(items).length > 0 ? items : undefined,
    keywords: Object.fromEntries(
      Object.entries({ ...rest, ...(values && { enum: values }) }).filter(
        ([keyword, value]) => !ANNOTATIONS.has(keyword) && !isEmptyList(value),
      ),
    ),
  }
}

const typeOfChoices = (values: Json[] | undefined): string | undefined =>
  values?.[0] === undefined ? undefined : typeof values[0]

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0

/** Gemini writes counts as text, and lists of names can be in any order. */
function isSame(value: Json, described: Json | undefined): boolean {
  if (described === undefined) return false
  if (typeof value === 'number' && typeof described === 'string') {
    return value === Number(described)
  }
  if (Array.isArray(value) && Array.isArray(described)) {
    const sorted = (list: Json[]) =>
      list
        .map((item) => stringifyJson(item))
        .sort()
        .join()
    return sorted(value) === sorted(described)
  }
  return stringifyJson(value) === stringifyJson(described)
}
