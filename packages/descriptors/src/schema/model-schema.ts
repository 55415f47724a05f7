import type { RoutedTool } from '@quartermaster/toolkit'
import { type JsonObject, jsonSchema } from './json-schema.ts'

/** A tool of any family: whatever services its handler needs, nothing here calls it. */
export type Placed = RoutedTool<never>

/** What a model is told about a tool's arguments, in the form that all vendors take. */
export type ModelSchema = {
  type: 'object'
  properties: Record<string, JsonObject>
  required: string[]
  additionalProperties: boolean | JsonObject
}

const KEY = /^[A-Za-z0-9_.-]{1,64}$/

/** The input without the arguments that have hidden defaults. */
export function modelSchema({ name, input, defaults }: Placed['tool']): ModelSchema {
  const whole = jsonSchema(input) as Partial<ModelSchema>
  const isShown = (key: string) => !Object.hasOwn(defaults, key)
  const properties = Object.entries(whole.properties ?? {}).filter(([key]) => isShown(key))
  const unfit = properties.find(([key]) => !KEY.test(key))
  if (unfit !== undefined) {
    throw new Error(`No vendor takes the parameter ${JSON.stringify(unfit[0])} of ${name}`)
  }
  // Named one by one: at the top level vendors refuse most other keywords, such as anyOf.
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: (whole.required ?? []).filter(isShown),
    additionalProperties: whole.additionalProperties ?? false,
  }
}
