import {
  customMessage,
  Input,
  JsonText,
  strictType,
  type Tool,
  toolsFor,
} from '@quartermaster/toolkit'
import { type TObject, Type } from '@sinclair/typebox'

const tool = toolsFor<unknown>()

export const at = (subject: Tool<unknown>) => ({
  tool: subject,
  path: `/v1/tools/${subject.name}`,
})

export const connection = {
  publicUrl: 'https://tools.example.com',
  headers: { 'x-api-key': 'qm_key' },
}

/** A tool with default settings, except for those under test. */
export const toolWith = (input: TObject, rest: Partial<Tool<unknown>> = {}): Tool<unknown> => ({
  ...tool({
    name: 'sample',
    description: 'A sample.',
    effect: 'read',
    input,
    output: Type.Unknown(),
    handler: async () => null,
  }),
  ...rest,
})

/** A tool with every kind of parameter. */
export const search = tool({
  name: 'search_notes',
  description: 'Find notes. Use it before you write a new one.',
  effect: 'read',
  timeoutSeconds: 10,
  methods: ['GET', 'POST'],
  input: Input({
    query: Type.String({ minLength: 1, maxLength: 200, description: 'Words to look for.' }),
    sort: Type.Optional(Type.Union([Type.Literal('new'), Type.Literal('old')], { default: 'new' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    since: Type.Optional(Type.Union([Type.String({ format: 'date' }), Type.Null()])),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 5, uniqueItems: true })),
    weights: Type.Optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 }), {
        description: 'Tag to weight.',
      }),
    ),
    extra: Type.Optional(JsonText('Anything, as JSON text.')),
    confirm: Type.Optional(Type.Boolean({ [strictType]: true, [customMessage]: 'Say true.' })),
    session_id: Type.String(),
  }),
  defaults: { session_id: 's-1', region: 'eu' },
  output: Type.Object(
    {
      notes: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
      total: Type.Integer({ description: 'Number of notes.' }),
      hint: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  examples: [
    {
      title: "Somebody's notes",
      input: { query: "Ada's", tags: ['a', 'b'] },
      output: { notes: [], total: 0 },
    },
  ],
  handler: async () => ({ notes: [], total: 0 }),
})

export const strictSample = toolWith(
  Input({ query: Type.String(), limit: Type.Optional(Type.Integer()) }),
)

export const ping = tool({
  name: 'ping',
  description: 'Check that the gateway is running.',
  effect: 'read',
  input: Input({}),
  output: Type.String(),
  handler: async () => 'pong',
})
