import { customMessage } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

/** No control characters: none is in a name or an id, and some the database cannot hold. */
export const PRINTABLE = '^[^\\x00-\\x1f\\x7f-\\x9f]*$'

export const AgentId = Type.Optional(
  Type.String({
    maxLength: 200,
    pattern: PRINTABLE,
    description:
      'Whom the prompt is for: an agent id of Letta, or the name of an agent of this gateway. Left out, the calling agent itself or the configured default.',
  }),
)

export const Prompt = Type.String({
  pattern: '^[^\\x00]*[^\\x00\\s][^\\x00]*$',
  maxLength: 100_000,
  description: 'The text that the agent will get, up to 100,000 characters.',
  [customMessage]:
    "Parameter 'prompt' must be a text of 1 to 100000 characters that is not blank and has no null character.",
})

export const SkipValidation = Type.Boolean({
  default: false,
  description: 'Do not check that the agent exists.',
})

const Choice = <Name extends string>(names: readonly Name[], options: object) =>
  Type.Unsafe<Name>(
    Type.Union(
      names.map((name) => Type.Literal(name)),
      options,
    ),
  )

export const Misfire = Choice(['once', 'skip', 'all'] as const, {
  default: 'once',
  description:
    'After an outage: "once" delivers one prompt for all runs that were missed, "skip" none, "all" each of them (at most 100).',
})

export const Overlap = Choice(['skip', 'queue', 'allow'] as const, {
  default: 'skip',
  description:
    'When a run comes while the one before is still being delivered: "skip" leaves it out, "queue" delivers one afterwards, "allow" delivers both.',
})

export const MaxRepetitions = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'End after so many successful deliveries.',
  }),
)

export const Timezone = Type.String({
  default: 'UTC',
  maxLength: 100,
  description: 'The IANA time zone of the expression, such as Europe/Berlin.',
})

export const EndAt = Type.Optional(
  Type.String({
    maxLength: 100,
    description: 'No run after this moment: ISO 8601, in the future.',
  }),
)

export const ScheduleId = Type.Integer({
  minimum: 1,
  description: 'The id that promptyoself_list shows.',
  [customMessage]: 'Schedule ID must be a number',
})
