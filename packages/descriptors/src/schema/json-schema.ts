import { isObject, parseOwnJson, stringifyJson } from '@quartermaster/toolkit'

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** Plain JSON Schema, without the symbols of TypeBox and of our annotations. */
export const jsonSchema = (schema: object): JsonObject => tidy(plain(schema))

/** A copy with JSON values only. */
export const plain = (value: object): JsonObject => parseOwnJson(stringifyJson(value)) as JsonObject

export const isSchema = (value: unknown): value is JsonObject => isObject(value)

export const schemas = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isSchema) : []

function tidy(schema: JsonObject): JsonObject {
  const whole = choiceOf(schema)
  // OpenAI and Gemini reject a list without `items`.
  if (whole.type === 'array' && whole.items === undefined) whole.items = {}
  return Object.fromEntries(
    Object.entries(whole).map(([keyword, value]) => [keyword, tidyBelow(keyword, value)]),
  )
}

function tidyBelow(keyword: string, value: Json): Json {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return isSchema(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, member]) => [
              key,
              isSchema(member) ? tidy(member) : member,
            ]),
          )
        : value
    case 'items':
    case 'additionalProperties':
      return isSchema(value) ? tidy(value) : value
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return schemas(value).map(tidy)
    default:
      return value
  }
}

/** TypeBox writes a choice as a union of constants; models understand `enum` better. */
function choiceOf(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema
  const branches = schemas(anyOf)
  const [first] = branches
  const isChoice = branches.every(
    (branch) =>
      'const' in branch && branch.type === first?.type && Object.keys(branch).length === 2,
  )
  if (first?.type === undefined || !isChoice) return schema
  return { type: first.type, ...rest, enum: branches.map((branch) => branch.const ?? null) }
}
