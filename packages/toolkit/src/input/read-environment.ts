import type { Static, TObject } from '@sinclair/typebox'
import { readValue } from '../schema/read-value.ts'

/** An invalid setting, which prevents the start. The message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the variables that the schema names, converted to its types. */
export function readEnvironment<Schema extends TObject>(
  schema: Schema,
  variables: Readonly<Record<string, string | undefined>>,
): Static<Schema> {
  // Shells and Compose files pass an unset variable as an empty value.
  const set = Object.entries(variables).filter(
    ([name, value]) => Object.hasOwn(schema.properties, name) && Boolean(value),
  )
  const { value, problems } = readValue(schema, Object.fromEntries(set))
  const [problem] = problems
  if (problem !== undefined) throw new ConfigError(`${problem.path.join('.')} ${problem.message}`)
  return value as Static<Schema>
}
