import { Type } from '@sinclair/typebox'

const ToolNames = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 1000, description })

/** What an agent or a role may call. */
export const ToolLimits = {
  allowed_tools: Type.Union([
    ToolNames('Only these; "*" stands for all but the dangerous ones, an empty list for none.'),
    Type.Null({ description: 'All but the dangerous ones.' }),
  ]),
  denied_tools: ToolNames('Never these, whatever is allowed.'),
}

export const Gone = Type.Null({ description: 'It is gone.' })

const TEN_YEARS = 10 * 365 * 24 * 60 * 60

export const ExpiresIn = Type.Integer({
  minimum: 1,
  maximum: TEN_YEARS,
  description: 'Seconds until the key ends.',
})

export const secondsFrom = (now: Date, seconds: number): Date =>
  new Date(now.getTime() + seconds * 1000)
