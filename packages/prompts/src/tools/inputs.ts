import { acceptScalarAsText, customMessage, listedBy } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

/** Excludes control characters, some of which PostgreSQL cannot store. */
export const PRINTABLE = '^[^\\x00-\\x1f\\x7f-\\x9f]*$'

export const AgentId = Type.Optional(
  Type.String({
    maxLength: 200,
    pattern: PRINTABLE,
    description:
      'The recipient: the name of an agent of this gateway, or an agent id on Letta. Default: the calling agent itself, or the configured default.',
  }),
)

export const Prompt = Type.String({
  pattern: '^[^\\x00]*[^\\x00\\s][^\\x00]*$',
  maxLength: 100_000,
  description: 'The text to deliver to the agent, up to 100,000 characters.',
  [customMessage]:
    'must be a text of 1 to 100000 characters that is not blank and has no null character',
})

export const SkipValidation = Type.Boolean({
  default: false,
  description: 'Skip the check that the agent exists.',
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
    'After an outage: "once" delivers one prompt for all missed slots, "skip" none, "all" one for each slot (at most 100).',
})

export const Overlap = Choice(['skip', 'queue', 'allow'] as const, {
  default: 'skip',
  description:
    'When a slot comes while the one before is still being delivered: "skip" omits it, "queue" delivers one prompt afterwards, "allow" delivers both.',
})

export const MaxRepetitions = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'End after this many successful deliveries.',
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
    description: 'No slot after this time: ISO 8601, in the future.',
    [acceptScalarAsText]: true,
  }),
)

export const ScheduleId = Type.Integer({
  minimum: 1,
  description: 'The id that promptyoself_list shows.',
  [customMessage]: 'Schedule ID must be a number',
  [listedBy]: 'promptyoself_list',
})
