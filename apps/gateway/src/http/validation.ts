import {
  explainProblems,
  isObject,
  isStorable,
  type Problem,
  readValue,
} from '@quartermaster/toolkit'
import type { TSchema } from '@sinclair/typebox'
import type { FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'

type FindProblems = (schema: TSchema, value: unknown) => Problem[]

const FORMS: Readonly<Record<string, 'query' | 'path'>> = { querystring: 'query', params: 'path' }

/** Reads requests like tool arguments, so that the same mistake has the same message everywhere. */
const reader =
  (findProblems: FindProblems): FastifySchemaCompiler<TSchema> =>
  ({ schema, httpPart }) =>
  (data) => {
    const closed = { additionalProperties: false, ...schema }
    const { value, problems } = readValue(closed, data ?? {})
    const all = problems.length > 0 ? problems : findProblems(schema, value)
    if (all.length === 0) return { value }
    const form = FORMS[httpPart ?? 'body'] ?? 'json'
    return { error: explainProblems(all, closed, { input: data ?? {}, form }) }
  }

/** For routes whose code can store any text. */
export const acceptsAnyText = reader(() => [])

/** Other routes refuse text that PostgreSQL cannot store. */
export default fp(
  async (app) => {
    app.setValidatorCompiler(reader(unstorable))
  },
  { name: 'validation' },
)

type Path = Problem['path']

function unstorable(schema: TSchema | undefined, value: unknown, path: Path = []): Problem[] {
  if (schema !== undefined && isAnyJson(schema)) return []
  if (typeof value === 'string') return isStorable(value) ? [] : [unstorableText(path)]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unstorable(schema?.items, item, [...path, index]))
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const memberPath = [...path, name]
    return isStorable(name)
      ? unstorable(schema?.properties?.[name], member, memberPath)
      : [unstorableText(memberPath)]
  })
}

/** Values of any type are stored as JSON, where every character can be escaped. */
const isAnyJson = ({ type, anyOf }: TSchema): boolean => type === undefined && anyOf === undefined

const unstorableText = (path: Path): Problem => ({
  kind: 'format',
  message: 'contains characters that cannot be stored (NUL or lone surrogates)',
  path,
})
