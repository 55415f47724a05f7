import type { Static, TObject } from '@sinclair/typebox'
import { readValue } from '../schema/read-value.ts'

/** An invalid setting, which prevents startup. The message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the variables in the schema, converted to its types. */
export function readEnvironment<Schema extends TObject>(
  schema: Schema,
  variables: Readonly<Record<string, string | undefined>>,
): Static<Schema> {
  // Shells and Compose files pass unset variables as empty values.
  const set = Object.entries(variables).filter(
    ([name, value]) => Object.hasOwn(schema.properties, name) && Boolean(value),
  )
  const { value, problems } = readValue(schema, Object.fromEntries(set))
  const [problem] = problems
  if (problem !== undefined) throw new ConfigError(`${problem.path.join('.')} ${problem.message}`)
  return value as Static<Schema>
}
