import { lifetimeUnit } from '@quartermaster/toolkit'
import { type TSchema, Type } from '@sinclair/typebox'

export const Nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** A `Date` that is sent as ISO 8601 text. */
export const Instant = (description: string) =>
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', description })

/** Stacks and tables also have a name, documents a file name, by which they can be addressed. */
export const ById = Type.Object({
  id: Type.String({ description: 'The id, or the name if it is unique in the workspace.' }),
})

/** A name chosen by a person: one line of 1 to 255 characters. */
export const Title = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\x00-\\x1f\\x7f]+$', description })

const ToolNames = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 1000, description })

/** The tool limits of an agent or a role. */
export const ToolLimits = {
  allowed_tools: Type.Union(
    [
      ToolNames('Names of the allowed tools. "*" allows every tool that is not dangerous.'),
      Type.Null(),
    ],
    { description: 'Allowed tools. Null allows every tool that is not dangerous, `[]` none.' },
  ),
  denied_tools: ToolNames('Denied tools. They take precedence over allowed_tools.'),
}

export const Deleted = Type.Null({ description: 'Deleted.' })

const TEN_YEARS = 10 * 365 * 24 * 60 * 60

export const ExpiresIn = Type.Integer({
  minimum: 1,
  maximum: TEN_YEARS,
  [lifetimeUnit]: 1,
  description: 'Seconds until the key expires.',
})

export const secondsFrom = (now: Date, seconds: number): Date =>
  new Date(now.getTime() + seconds * 1000)
