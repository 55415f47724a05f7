import { closestName, isLinearPattern, isObject, readValue } from '@quartermaster/toolkit'
import type { TSchema } from '@sinclair/typebox'
import { propertyNameFault } from './name-rules.ts'
import type { Path } from './read-yaml.ts'

export type Schema = Record<string, unknown>
type Report = (path: Path, reason: string) => void

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

const KEYWORDS = new Set(
  `
  type title description default examples enum const nullable deprecated
  anyOf oneOf allOf
  minLength maxLength pattern format
  minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
  items prefixItems minItems maxItems uniqueItems
  properties required additionalProperties minProperties maxProperties
  `
    .trim()
    .split(/\s+/),
)

// The type of each keyword's value; a wrong one would otherwise be ignored silently.
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
const FLAGS = ['nullable', 'uniqueItems', 'deprecated']
const TEXTS = ['title', 'description', 'format', 'pattern']

const DEEPEST = 20

/**
 * Reads the part of JSON Schema that the gateway enforces and all vendors accept. Other keywords are
 * reported, because a rule that is not enforced misleads. Objects with `properties` are closed
 * unless they say otherwise.
 */
export function readSchema(schema: unknown, path: Path, report: Report): Schema {
  if (!isObject(schema)) {
    report(path, 'must be a schema, such as {type: string}')
    return {}
  }
  if (path.length > DEEPEST * 2) {
    report(path, `is nested deeper than ${DEEPEST} levels`)
    return {}
  }
  const below = (part: unknown, ...steps: (string | number)[]) =>
    readSchema(part, [...path, ...steps], report)

  checkKeywords(schema, path, report)
  const read: Schema = { ...schema }
  if (schema.properties !== undefined) read.properties = readProperties(schema, path, report)
  if (isObject(schema.additionalProperties)) {
    read.additionalProperties = below(schema.additionalProperties, 'additionalProperties')
  } else if (schema.properties !== undefined) {
    read.additionalProperties = schema.additionalProperties ?? false
  }
  if (schema.items !== undefined) read.items = below(schema.items, 'items')
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const parts = schema[keyword]
    if (parts === undefined) continue
    if (!Array.isArray(parts) || parts.length === 0) report([...path, keyword], 'must be a list')
    else read[keyword] = parts.map((part, index) => below(part, keyword, index))
  }
  if (schema.nullable === true && typeof schema.type === 'string') read.type = [schema.type, 'null']
  delete read.nullable
  checkValues(read, path, report)
  return read
}

function checkKeywords(schema: Schema, path: Path, report: Report): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const at = [...path, keyword]
    if (!KEYWORDS.has(keyword)) {
      const near = closestName(keyword, [...KEYWORDS])
      report(at, `is not a supported keyword${near ? `; did you mean '${near}'?` : ''}`)
    } else if (NUMBERS.includes(keyword) && typeof value !== 'number') {
      report(at, 'must be a number')
    } else if (COUNTS.includes(keyword) && !(Number.isInteger(value) && Number(value) >= 0)) {
      report(at, 'must be a whole number from 0')
    } else if (FLAGS.includes(keyword) && typeof value !== 'boolean') {
      report(at, 'must be true or false')
    } else if (TEXTS.includes(keyword) && typeof value !== 'string') {
      report(at, 'must be text')
    }
  }
  const types = [schema.type ?? []].flat()
  const unknown = types.find((type) => !TYPES.includes(String(type)))
  if (unknown !== undefined) report([...path, 'type'], `must be one of ${TYPES.join(', ')}`)
  const { pattern } = schema
  if (typeof pattern === 'string' && !isLinearPattern(pattern)) {
    report(
      [...path, 'pattern'],
      'cannot be checked in bounded time: it is not a regular expression, or uses look-around or back-references',
    )
  }
}

function readProperties(schema: Schema, path: Path, report: Report): Schema {
  const { properties, required = [] } = schema
  if (!isObject(properties)) {
    report([...path, 'properties'], 'must map each property to its schema')
    return {}
  }
  for (const name of Object.keys(properties)) {
    const fault = propertyNameFault(name)
    if (fault !== undefined) report([...path, 'properties', name], fault)
  }
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string')) {
    report([...path, 'required'], 'must be a list of names')
  } else {
    const missing = required.find((name) => !Object.hasOwn(properties, name))
    if (missing !== undefined) {
      report([...path, 'required'], `'${missing}' is required but not one of the properties`)
    }
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [
      name,
      readSchema(part, [...path, 'properties', name], report),
    ]),
  )
}

/** Values must fit their own schema: `enum: [2024]` under `type: string` could never be passed. */
function checkValues(schema: Schema, path: Path, report: Report): void {
  const { enum: choices, const: only, default: preset, ...rest } = schema
  const fits = (value: unknown, by: Schema) => {
    const { problems, converted } = readValue(by as TSchema, value)
    return problems.length === 0 && !converted
  }
  if (choices !== undefined && (!Array.isArray(choices) || choices.length === 0)) {
    report([...path, 'enum'], 'must be a list of values')
    return
  }
  const unfit = (choices ?? []).findIndex((choice: unknown) => !fits(choice, rest))
  if (unfit >= 0) {
    report(
      [...path, 'enum', unfit],
      `is not of the type ${schema.type}; text that looks like a number needs quotes`,
    )
  }
  if (only !== undefined && !fits(only, rest)) report([...path, 'const'], 'does not fit the schema')
  const whole = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'default'))
  if (preset !== undefined && unfit < 0 && !fits(preset, whole)) {
    report([...path, 'default'], 'does not fit the schema')
  }
}
