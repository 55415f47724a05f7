import { explainProblems, isObject, type Problem, readValue } from '@quartermaster/toolkit'
import type { TSchema } from '@sinclair/typebox'
import type { FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'

type Complain = (schema: TSchema, value: unknown) => Problem[]

/** The same reader for every route, so that the same mistake gets the same words everywhere. */
const reader =
  (complain: Complain): FastifySchemaCompiler<TSchema> =>
  ({ schema, httpPart }) =>
  (data) => {
    const closed = { additionalProperties: false, ...schema }
    const { value, problems } = readValue(closed, data ?? {})
    const all = problems.length > 0 ? problems : complain(schema, value)
    if (all.length === 0) return { value }
    return { error: explainProblems(all, closed, httpPart === 'body' ? { input: data ?? {} } : {}) }
  }

/** For routes whose own code can keep any text. */
export const takesAnyText = reader(() => [])

/** Everywhere else a text is one that the database can hold. */
export default fp(
  async (app) => {
    app.setValidatorCompiler(reader(unfit))
  },
  { name: 'validation' },
)

type Path = Problem['path']

function unfit(schema: TSchema | undefined, value: unknown, path: Path = []): Problem[] {
  if (schema !== undefined && isAnyJson(schema)) return []
  if (typeof value === 'string') return isPlain(value) ? [] : [notText(path)]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unfit(schema?.items, item, [...path, index]))
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const place = [...path, name]
    return isPlain(name) ? unfit(schema?.properties?.[name], member, place) : [notText(place)]
  })
}

/** PostgreSQL's text has no place for NUL, and turns half a surrogate pair into something else. */
const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** What takes any JSON keeps it as JSON, which has a spelling for every character. */
const isAnyJson = ({ type, anyOf }: TSchema): boolean => type === undefined && anyOf === undefined

const notText = (path: Path): Problem => ({
  kind: 'format',
  message: 'holds characters that are no text',
  path,
})
