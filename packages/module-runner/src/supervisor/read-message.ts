import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { FromRunner } from '../runner/protocol.ts'

const Text = Type.String()
const Id = Type.Integer({ minimum: 1 })
const Thrown = Type.Object({ message: Text, stack: Text, code: Type.Optional(Text) })

const MESSAGES = {
  loaded: Type.Object({ missing: Type.Array(Text) }),
  not_loaded: Type.Object({ error: Thrown }),
  result: Type.Object({ id: Id, result: Text }),
  thrown: Type.Object({ id: Id, error: Thrown }),
  not_json: Type.Object({ id: Id, reason: Text }),
  too_large: Type.Object({ id: Id, size: Type.Integer() }),
  idle: Type.Object({ leftovers: Type.Boolean(), rss: Type.Number() }),
  crashed: Type.Object({ error: Thrown }),
  log: Type.Object({
    level: Type.Union(
      (['debug', 'info', 'warn', 'error'] as const).map((level) => Type.Literal(level)),
    ),
    message: Text,
  }),
  progress: Type.Object({
    progress: Type.Object({
      progress: Type.Number(),
      total: Type.Optional(Type.Number()),
      message: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
  }),
  fetch: Type.Object({
    id: Id,
    request: Type.Object({
      url: Text,
      method: Text,
      headers: Type.Record(Text, Text),
      body: Type.Optional(Text),
    }),
  }),
  fetch_pull: Type.Object({ id: Id }),
  fetch_cancel: Type.Object({ id: Id }),
} satisfies Record<FromRunner['type'], unknown>

/**
 * Parses one line from a runner. The module can write to the same pipe, so every message is checked
 * against its schema; `undefined` means that the line is not a valid message.
 */
export function readMessage(line: string): FromRunner | undefined {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return undefined
  }
  const { type } = (message ?? {}) as { type?: unknown }
  if (typeof type !== 'string' || !Object.hasOwn(MESSAGES, type)) return undefined
  const schema = MESSAGES[type as FromRunner['type']]
  return Value.Check(schema, message) ? (message as FromRunner) : undefined
}
