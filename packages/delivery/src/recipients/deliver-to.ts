import { explainProblems, readValue } from '@quartermaster/toolkit'
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
  if (problems.length > 0) {
    return { problem: `deliver_to cannot be used. ${explainProblems(problems, schema).message}` }
  }
  const problem = problemWith(read as DeliverTo)
  return problem === undefined ? (read as DeliverTo) : { problem }
}

// What the connection itself says, and what names and signs a message.
const OURS = new Set([
  ...['connection', 'content-length', 'content-type', 'expect', 'host', 'keep-alive'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent'],
  ...['idempotency-key', 'webhook-id', 'webhook-signature', 'webhook-timestamp'],
  ...['x-client-request-id'],
])
const NAME = /^[!#$%&'*+.^`|~\w-]+$/
// Visible characters of Latin-1, and blanks between them.
const VALUE = /^([\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/

/** What no request could ever be made with. */
function problemWith(settings: DeliverTo): string | undefined {
  const fields = settings as { url?: string; base_url?: string; headers?: Record<string, string> }
  for (const field of ['url', 'base_url'] as const) {
    const { username, password } = URL.parse(fields[field] ?? '') ?? {}
    if (username || password) {
      return `deliver_to.${field} must not carry a user name or a password; send them in a header, such as authorization.`
    }
  }
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(fields.headers ?? {})) {
    const key = name.toLowerCase()
    const field = `deliver_to.headers.${JSON.stringify(name.slice(0, 100))}`
    if (!NAME.test(name)) return `${field} is not the name of a header.`
    if (OURS.has(key) || (key === 'authorization' && 'api_key' in settings)) {
      return `${field} cannot be set: the gateway sets this header itself.`
    }
    if (seen.has(key)) return `${field} is there twice, in different cases.`
    if (!VALUE.test(value)) return `${field} has a value that no header can have.`
    seen.add(key)
  }
}
