/** The part of JSON Schema that tools use. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly default?: unknown
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type Field = {
  readonly name: string
  /** `list`: texts, one per line. */
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'json'
  readonly isInteger: boolean
  /** A text that is meant to be JSON: it is sent as it is, and edited as JSON. */
  readonly isJsonText: boolean
  readonly isRequired: boolean
  readonly description: string
  readonly choices: readonly string[]
  readonly default: unknown
}

/** A field for each of `properties`. Objects and lists of other things than texts are written as JSON. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties)
    .map(([name, schema]) => ({
      name,
      ...kindOf(schema),
      // Schemas for models have no other sign of it.
      isJsonText: /\bJSON text\b/.test(schema.description ?? ''),
      isRequired: required.includes(name),
      description: schema.description ?? '',
      default: schema.default,
    }))
    .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
}

function kindOf(schema: Schema): Pick<Field, 'kind' | 'isInteger' | 'choices'> {
  const choices = choicesOf(schema)
  if (choices !== undefined) return { kind: 'choice', isInteger: false, choices }
  const types = typesOf(schema)
  const [type] = types
  if (types.length !== 1) return { kind: 'json', isInteger: false, choices: [] }
  if (type === 'string') return { kind: 'text', isInteger: false, choices: [] }
  if (type === 'boolean') return { kind: 'boolean', isInteger: false, choices: [] }
  if (type === 'array' && isListOfTexts(schema)) {
    return { kind: 'list', isInteger: false, choices: [] }
  }
  const isNumber = type === 'number' || type === 'integer'
  return { kind: isNumber ? 'number' : 'json', isInteger: type === 'integer', choices: [] }
}

function isListOfTexts({ items }: Schema): boolean {
  return items !== undefined && typesOf(items).join() === 'string'
}

const typesOf = ({ type, anyOf = [] }: Schema): string[] =>
  [...new Set([...[type ?? []].flat(), ...anyOf.flatMap(({ type: each }) => each ?? 'any').flat()])]
    .map(String)
    .filter((each) => each !== 'null')

/** Texts to choose from; other enumerations are written as JSON. */
function choicesOf({ enum: values, anyOf }: Schema): string[] | undefined {
  const all = values ?? anyOf?.map((each) => each.const)
  if (all === undefined || all.length === 0) return undefined
  return all.every((each) => typeof each === 'string') ? (all as string[]) : undefined
}
