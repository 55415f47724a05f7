import { explain, readValue } from '@quartermaster/toolkit'
import { type Static, type TSchema, Type } from '@sinclair/typebox'

const Text = (description: string) => Type.String({ minLength: 1, maxLength: 2000, description })
const Url = (description: string) =>
  Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000, description })
const Headers = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    maxProperties: 20,
    description: 'Sent with every request.',
  }),
)
const Settings = <Kind extends string, Properties extends Record<string, TSchema>>(
  kind: Kind,
  properties: Properties,
) => Type.Object({ kind: Type.Literal(kind), ...properties }, { additionalProperties: false })

// Base64 of at least 16 bytes, as Standard Webhooks has it.
const Secret = Type.String({
  pattern: '^(whsec_)?[A-Za-z0-9+/]{22,}={0,2}$',
  maxLength: 200,
  description: 'A Standard Webhooks secret: base64, with or without "whsec_" before it.',
})

const KINDS = {
  inbox: Settings('inbox', {}),
  letta: Settings('letta', {
    agent_id: Type.Optional(Text('The id of the agent on Letta; its letta_agent_id unless told.')),
  }),
  webhook: Settings('webhook', {
    url: Url('Where the prompt is posted.'),
    secret: Type.Optional(Secret),
    secrets: Type.Optional(
      Type.Array(Secret, {
        minItems: 1,
        maxItems: 5,
        description: 'Several while keys are rotated: the message carries a signature of each.',
      }),
    ),
    headers: Headers,
  }),
  openai: Settings('openai', {
    base_url: Url('The endpoint without /chat/completions.'),
    model: Text('The model to ask.'),
    api_key: Type.Optional(Text('Sent as a bearer token.')),
    system: Type.Optional(Type.String({ maxLength: 100_000, description: 'A system message.' })),
    headers: Headers,
  }),
  subconscious: Settings('subconscious', {
    api_key: Text('Sent as a bearer token.'),
    base_url: Type.Optional(Url('https://api.subconscious.dev/v1 unless told.')),
    engine: Type.Optional(Text('tim-gpt unless told.')),
    tools: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        maxItems: 100,
        description: 'Tools of the run, as GET /v1/descriptors gives them.',
      }),
    ),
    headers: Headers,
  }),
} as const

type Kinds = typeof KINDS
export type DeliverTo = { [Kind in keyof Kinds]: Static<Kinds[Kind]> }[keyof Kinds]

export const DELIVERY_KINDS = Object.keys(KINDS) as readonly (keyof Kinds)[]

/** Reads an agent's settings; what is wrong with them comes back as a sentence. */
export function readDeliverTo(value: unknown): DeliverTo | { readonly problem: string } {
  const kind = (value as { kind?: unknown } | null)?.kind
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    return { problem: `deliver_to.kind must be one of ${Object.keys(KINDS).join(', ')}.` }
  }
  const schema = KINDS[kind as keyof Kinds]
  const { value: read, problems } = readValue(schema, value)
  if (problems.length === 0) return read as DeliverTo
  return { problem: `deliver_to cannot be used. ${explain(problems, schema).message}` }
}
