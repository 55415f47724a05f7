import type { Static, TObject } from '@sinclair/typebox'
import { readValue } from '../schema/read-value.ts'

/** A variable that stops the start; the message names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The variables that a schema names, in its types. Others are none of its business. */
export function readEnvironment<Schema extends TObject>(
  schema: Schema,
  variables: Readonly<Record<string, string | undefined>>,
): Static<Schema> {
  // An empty value is how shells and Compose files say "not set".
  const set = Object.entries(variables).filter(
    ([name, value]) => Object.hasOwn(schema.properties, name) && Boolean(value),
  )
  const { value, problems } = readValue(schema, Object.fromEntries(set))
  const [problem] = problems
  if (problem !== undefined) throw new ConfigError(`${problem.path.join('.')} ${problem.message}`)
  return value as Static<Schema>
}
