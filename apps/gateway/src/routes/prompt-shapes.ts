import { type TSchema, Type } from '@sinclair/typebox'

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const Moment = (description: string) =>
  Type.String({ description: `${description} In UTC.` })

/** A delivery of a prompt, as routes show it. */
export const Delivery = Type.Object(
  {
    id: Type.String({ description: 'The receiver knows the message by it.' }),
    schedule_id: orNull(Type.Integer()),
    agent_id: Type.String(),
    prompt: Type.String(),
    state: Type.String({
      description: 'pending, held, sending, delivered, failed, unconfirmed or cancelled.',
    }),
    kind: orNull(Type.String({ description: 'Where it went: inbox, letta, webhook and so on.' })),
    scheduled_for: Moment('The run’s own moment.'),
    manual: Type.Boolean({ description: 'Run by hand, beside the schedule’s own runs.' }),
    attempts_made: Type.Integer(),
    next_attempt_at: orNull(Moment('When it is tried next.')),
    run_id: orNull(Type.String({ description: 'The run that the receiver made of it.' })),
    error: orNull(
      Type.String({ description: 'Why the last attempt failed, or why there is none for now.' }),
    ),
    created_at: Moment('When it was written down.'),
    ended_at: orNull(Moment('When it was delivered, or given up.')),
    acknowledged_at: orNull(Moment('When the agent said that it has it.')),
  },
  { description: 'A delivery of a prompt.' },
)

export const DeliveryWithAttempts = Type.Composite(
  [
    Delivery,
    Type.Object({
      attempts: Type.Array(
        Type.Object({
          number: Type.Integer(),
          outcome: Type.String({ description: 'delivered, failed, unconfirmed or lost.' }),
          kind: orNull(Type.String()),
          status: orNull(Type.Integer({ description: 'The HTTP status of the answer.' })),
          error: orNull(Type.String()),
          began_at: Moment('When it began.'),
          ended_at: Moment('When it ended.'),
        }),
      ),
    }),
  ],
  { description: 'A delivery of a prompt, with every attempt.' },
)
