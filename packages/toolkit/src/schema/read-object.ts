import { PatternStringExact } from '@sinclair/typebox'
import { isObject, parseJson, stringifyJson } from '../json/json.ts'
import { customMessage } from './annotations.ts'
import { checkSize } from './check-limits.ts'
import { matchesPattern } from './pattern.ts'
import {
  failed,
  isGood,
  type Path,
  type Problem,
  type Read,
  type Reading,
  readEach,
  type Schema,
  type SchemaOrBoolean,
} from './read-result.ts'
import { fromText, wrongType } from './read-scalar.ts'

/** Reads each member by the schema it falls under, with `readMember`, and adds the defaults. */
export function readObject(schema: Schema, sent: unknown, path: Path, readMember: Read): Reading {
  const value = fromText(schema, sent)
  if (!isObject(value)) return wrongType(schema, sent, path)
  const known: Record<string, Schema> = schema.properties ?? {}
  const valid = Object.keys(known)
  const required = new Set<string>(schema.required)

  const isAbsent = (key: string): boolean => {
    if (!Object.hasOwn(value, key)) return true
    if (value[key] !== null || required.has(key) || !Object.hasOwn(known, key)) return false
    return !isGood(readMember(known[key] ?? true, null, path))
  }
  const keys = Object.keys(value).filter((key) => !isAbsent(key))
  const given = readEach(keys, (key) => {
    const memberPath = [...path, key]
    const member = schemaOf(schema, key)
    if (member !== undefined) return readMember(member, value[key], memberPath)
    return failed(value[key], memberPath, { kind: 'unknown', message: 'is not known', valid })
  })

  const defaults: [string, unknown][] = []
  const missing: Problem[] = []
  for (const key of new Set([...valid, ...required])) {
    if (!isAbsent(key)) continue
    const member = Object.hasOwn(known, key) ? known[key] : undefined
    if (member?.default !== undefined) defaults.push([key, copy(member.default)])
    else if (required.has(key)) {
      const message = member?.[customMessage] ?? 'is required'
      missing.push({ kind: 'missing', message, path: [...path, key] })
    }
  }

  const size = checkSize(schema, keys.length, 'properties').map((fault) => ({ ...fault, path }))
  const members = given.values.map((member, index): [string, unknown] => [
    keys[index] ?? '',
    member,
  ])
  return {
    // fromEntries defines members one by one, so that one called __proto__ is a member and no more.
    value: Object.fromEntries([...members, ...defaults]),
    problems: [...missing, ...given.problems, ...size],
    converted: given.converted || value !== sent,
  }
}

/** What a member must be; `undefined` when the schema wants no such member. */
function schemaOf(schema: Schema, key: string): SchemaOrBoolean | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  const named: SchemaOrBoolean[] = Object.hasOwn(properties, key) ? [properties[key]] : []
  for (const pattern of Object.keys(patternProperties)) {
    // A record's pattern means any key, but a dot does not match a line break.
    const isAnyKey = pattern === PatternStringExact
    if (isAnyKey || matchesPattern(pattern, key)) named.push(patternProperties[pattern])
  }
  if (named.length > 1) return { allOf: named } as unknown as Schema
  return named[0] ?? (additionalProperties === false ? undefined : (additionalProperties ?? true))
}

/** A handler may change what it is given; the schema must stay as it is. */
const copy = (value: unknown): unknown =>
  typeof value === 'object' ? parseJson(stringifyJson(value)) : value
