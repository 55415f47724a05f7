import { isObject } from '@quartermaster/toolkit'
import type { ArgumentLocation } from '../manifest/manifest.ts'
import type { Schema } from '../manifest/parameter-schema.ts'
import { plainSchema } from './plain-schema.ts'
import { Unsupported } from './unsupported.ts'

export type OperationInput = {
  readonly parameters: Schema
  readonly locations: Record<string, ArgumentLocation>
  readonly wholeBody?: string
}

// Set by the HTTP client or by the manifest's `headers`.
const HIDDEN_HEADERS = ['authorization', 'accept', 'content-type', 'cookie']
const DEFAULT_STYLE = { path: 'simple', header: 'simple', query: 'form' } as const

/** Merges the parameters and the body of an operation into one object schema. */
export function operationInput(
  parameters: readonly unknown[],
  body: unknown,
  givenHeaders: readonly string[],
): OperationInput {
  const properties: Record<string, Schema> = {}
  const locations: Record<string, ArgumentLocation> = {}
  const required: string[] = []
  const add = (name: string, location: ArgumentLocation, schema: Schema, isRequired: boolean) => {
    if (Object.hasOwn(properties, name)) throw new Unsupported(`it has two parameters '${name}'`)
    properties[name] = schema
    locations[name] = location
    if (isRequired) required.push(name)
  }

  for (const parameter of parameters) {
    if (!isObject(parameter)) continue
    const { name, in: where, style, description } = parameter
    if (typeof name !== 'string') throw new Unsupported('a parameter has no name')
    const isRequired = parameter.required === true || where === 'path'
    if (where === 'cookie') {
      if (isRequired) throw new Unsupported(`it needs the cookie '${name}'`)
      continue
    }
    if (where !== 'path' && where !== 'query' && where !== 'header') continue
    if (where === 'header' && [...HIDDEN_HEADERS, ...givenHeaders].includes(name.toLowerCase())) {
      continue
    }
    if (style !== undefined && style !== DEFAULT_STYLE[where]) {
      throw new Unsupported(`'${name}' uses the style ${style}`)
    }
    const schema = plainSchema(parameter.schema ?? {})
    add(name, where, described(schema, description), isRequired)
  }
  const content = jsonContent(body)
  if (content === undefined) return { parameters: object(properties, required), locations }

  const isRequired = isObject(body) && body.required === true
  const members = isObject(content.properties) ? Object.entries(content.properties) : []
  const isFlat = members.length > 0 && members.every(([name]) => !Object.hasOwn(properties, name))
  if (!isFlat) {
    add('body', 'body', content, isRequired)
    return { parameters: object(properties, required), locations, wholeBody: 'body' }
  }
  const needed = Array.isArray(content.required) ? content.required : []
  for (const [name, schema] of members) {
    add(name, 'body', schema as Schema, isRequired && needed.includes(name))
  }
  return { parameters: object(properties, required), locations }
}

const object = (properties: Record<string, Schema>, required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
})

const described = (schema: Schema, description: unknown): Schema =>
  typeof description === 'string' ? { description, ...schema } : schema

function jsonContent(body: unknown): Schema | undefined {
  if (!isObject(body) || !isObject(body.content)) return undefined
  const found = Object.entries(body.content).find(([type]) => /[/+]json\b/i.test(type))
  if (found === undefined) {
    if (body.required === true) throw new Unsupported('its body is not JSON')
    return undefined
  }
  return isObject(found[1]) ? plainSchema(found[1].schema) : {}
}
