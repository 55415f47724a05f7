import type { RoutedTool } from '@quartermaster/toolkit'
import { type JsonObject, jsonSchema } from './json-schema.ts'

/** A tool of any family. Descriptors never call its handler, so its services do not matter. */
export type Routed = RoutedTool<never>

/** The schema of a tool's arguments in the form that all vendors accept. */
export type ModelSchema = {
  type: 'object'
  properties: Record<string, JsonObject>
  required: string[]
  additionalProperties: boolean | JsonObject
}

const KEY = /^[A-Za-z0-9_.-]{1,64}$/

/** The input schema without the arguments that have hidden defaults. */
export function modelSchema({ name, input, defaults }: Routed['tool']): ModelSchema {
  const whole = jsonSchema(input) as Partial<ModelSchema>
  const isVisible = (key: string) => !Object.hasOwn(defaults, key)
  const properties = Object.entries(whole.properties ?? {}).filter(([key]) => isVisible(key))
  const invalid = properties.find(([key]) => !KEY.test(key))
  if (invalid !== undefined) {
    throw new Error(`Vendors reject the parameter ${JSON.stringify(invalid[0])} of ${name}`)
  }
  // At the top level vendors reject most other keywords, such as anyOf.
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: (whole.required ?? []).filter(isVisible),
    additionalProperties: whole.additionalProperties ?? false,
  }
}
