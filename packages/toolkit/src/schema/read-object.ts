import { PatternStringExact } from '@sinclair/typebox'
import { isObject, parseOwnJson, setMember, stringifyJson } from '../json/json.ts'
import { customMessage } from './annotations.ts'
import { checkSize } from './check-limits.ts'
import { matchesPattern } from './pattern.ts'
import {
  isAccepted,
  type Path,
  type Problem,
  type Read,
  type ReadResult,
  readEach,
  rejected,
  type Schema,
  type SchemaOrBoolean,
} from './read-result.ts'
import { fromText, wrongType } from './read-scalar.ts'

/** Reads each member with `readMember` and adds the defaults. */
export function readObject(
  schema: Schema,
  input: unknown,
  path: Path,
  readMember: Read,
): ReadResult {
  const value = fromText(schema, input)
  if (!isObject(value)) return wrongType(schema, input, path)
  const known: Record<string, Schema> = schema.properties ?? {}
  const required: readonly string[] = schema.required ?? []

  const isAbsent = (key: string): boolean => {
    if (!Object.hasOwn(value, key)) return true
    if (value[key] !== null || required.includes(key) || !Object.hasOwn(known, key)) return false
    return !isAccepted(readMember(known[key] ?? true, null, path))
  }
  const keys = Object.keys(value).filter((key) => !isAbsent(key))
  const given = readEach(keys, (key) => {
    const memberPath = [...path, key]
    const member = schemaOf(schema, key)
    if (member !== undefined) return readMember(member, value[key], memberPath)
    const valid = Object.keys(known)
    return rejected(value[key], memberPath, { kind: 'unknown', message: 'is not known', valid })
  })
  const members: Record<string, unknown> = {}
  given.values.forEach((member, index) => {
    setMember(members, keys[index] ?? '', member)
  })

  const missing: Problem[] = []
  const addDefault = (key: string, member: Schema | undefined) => {
    if (!isAbsent(key)) return
    if (member?.default !== undefined) setMember(members, key, copy(member.default))
    else if (required.includes(key)) missing.push(missingMember(member, [...path, key]))
  }
  for (const key of Object.keys(known)) addDefault(key, known[key])
  for (const key of required) if (!Object.hasOwn(known, key)) addDefault(key, undefined)

  const size = checkSize(schema, keys.length, 'properties')
  return {
    value: members,
    problems: [...missing, ...given.problems, ...size.map((fault) => ({ ...fault, path }))],
    converted: given.converted || value !== input,
  }
}

function missingMember(member: Schema | undefined, path: Path): Problem {
  // A custom message that is not a sentence describes a wrong value, not a missing one.
  const custom = member?.[customMessage] ?? ''
  const message = /^[A-Z]/.test(custom) ? custom : 'is required'
  return { kind: 'missing', message, path }
}

/** The schema of a member; `undefined` if the object may not have it. */
function schemaOf(schema: Schema, key: string): SchemaOrBoolean | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  const named: SchemaOrBoolean[] = Object.hasOwn(properties, key) ? [properties[key]] : []
  for (const pattern of Object.keys(patternProperties)) {
    // TypeBox's record pattern means any key, but its dot does not match a line break.
    const isAnyKey = pattern === PatternStringExact
    if (isAnyKey || matchesPattern(pattern, key)) named.push(patternProperties[pattern])
  }
  if (named.length > 1) return { allOf: named } as unknown as Schema
  return named[0] ?? (additionalProperties === false ? undefined : (additionalProperties ?? true))
}

/** Handlers may change their input, so a default is copied. */
const copy = (value: unknown): unknown =>
  typeof value === 'object' ? parseOwnJson(stringifyJson(value)) : value
