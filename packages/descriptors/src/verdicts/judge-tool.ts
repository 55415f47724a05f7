import { createHash } from 'node:crypto'
import { quote, stringifyJson } from '@quartermaster/toolkit'
import type { Connection } from '../connection.ts'
import { anthropic } from '../formats/anthropic.ts'
import { gemini } from '../formats/gemini.ts'
import { mcp } from '../formats/mcp.ts'
import { openai } from '../formats/openai.ts'
import { openaiResponses } from '../formats/openai-responses.ts'
import { subconscious } from '../formats/subconscious.ts'
import { VENDOR_RULES, VENDORS, type Vendor } from '../formats/vendor-rules.ts'
import { type JsonObject, jsonSchema } from '../schema/json-schema.ts'
import type { Routed } from '../schema/model-schema.ts'
import { compareSchemas } from './compare-schemas.ts'

/** A keyword that a vendor's format cannot carry, and the parameters where it occurs. */
export type SchemaChange = {
  readonly keyword: string
  readonly parameters: readonly string[]
  readonly reason: string
}

export type Verdict = {
  readonly tool: string
  readonly vendor: Vendor
  /** `refused`: the vendor would reject the tool, or it is offered without strict mode. */
  readonly outcome: 'accepted' | 'changed' | 'refused'
  readonly changes: readonly SchemaChange[]
  /** Why a tool is refused. */
  readonly reason?: string
  /** Changes whenever the descriptor does; the key in its headers does not count. */
  readonly checksum: string
  /** The JSON text of the descriptor, for counting its tokens. */
  readonly text: string
}

const NO_CONNECTION: Connection = { publicUrl: 'https://quartermaster.example', headers: {} }

const DESCRIBE: Readonly<Record<Vendor, (tool: Routed) => object>> = {
  subconscious: (tool) => subconscious(tool, NO_CONNECTION),
  openai: (tool) => openai(tool),
  'openai-responses': (tool) => openaiResponses(tool),
  'openai-strict': (tool) => openai(tool, true),
  anthropic,
  gemini,
  mcp,
}

/** The verdict on a tool in each vendor's format. */
export const judgeTool = (routed: Routed): Verdict[] =>
  VENDORS.map((vendor) => judge(vendor, routed))

function judge(vendor: Vendor, routed: Routed): Verdict {
  const { tool } = routed
  const known = { tool: tool.name, vendor }
  try {
    const descriptor = DESCRIBE[vendor](routed)
    const text = stringifyJson(descriptor)
    const checksum = createHash('sha256').update(text).digest('hex').slice(0, 16)
    const reason = findRefusal(vendor, routed, descriptor)
    const changes = findChanges(vendor, routed, descriptor)
    const outcome = changes.length > 0 ? 'changed' : 'accepted'
    return reason === undefined
      ? { ...known, outcome, changes, checksum, text }
      : { ...known, outcome: 'refused', changes: [], reason, checksum, text }
  } catch (error) {
    const { message: reason } = error as Error
    return { ...known, outcome: 'refused', changes: [], reason, checksum: '', text: '' }
  }
}

function findRefusal(vendor: Vendor, { tool }: Routed, descriptor: object): string | undefined {
  const { name, maxDescription } = VENDOR_RULES[vendor]
  if (!name.test(tool.name)) return `The name ${quote(tool.name)} does not match ${name.source}.`
  if (tool.description.length > maxDescription) {
    return `The description has ${tool.description.length} characters; at most ${maxDescription} are accepted.`
  }
  if (vendor === 'openai-strict' && !isStrict(descriptor)) {
    return 'It takes other parameters, or null and absent mean different things; it is offered without strict mode.'
  }
  return undefined
}

const isStrict = (descriptor: object): boolean =>
  (descriptor as { function?: { strict?: boolean } }).function?.strict === true

function findChanges(vendor: Vendor, { tool }: Routed, descriptor: object): SchemaChange[] {
  const source = withoutDefaults(jsonSchema(tool.input), Object.keys(tool.defaults))
  const { reasons } = VENDOR_RULES[vendor]
  const described = schemaOf(descriptor)
  const differences = described === undefined ? [] : compareSchemas(source, described)
  const byKeyword = Map.groupBy(differences, ({ keyword }) => keyword)
  return [...byKeyword].map(([keyword, all]) => ({
    keyword,
    parameters: all.map(({ path }) => path).filter((path) => path !== ''),
    reason: reasons[keyword] ?? reasons.other ?? '',
  }))
}

/** The schema in a descriptor of any format; a Gemini function without parameters has none. */
function schemaOf(descriptor: object): JsonObject | undefined {
  const { parameters, function: inner, input_schema, inputSchema } = descriptor as JsonObject
  const nested = (inner as JsonObject | undefined)?.parameters
  return (parameters ?? nested ?? input_schema ?? inputSchema) as JsonObject | undefined
}

/** Parameters with hidden defaults are left out on purpose, so that is not a change. */
function withoutDefaults(schema: JsonObject, hidden: readonly string[]): JsonObject {
  const { required, properties, ...rest } = schema
  const isVisible = (name: unknown) => !hidden.includes(String(name))
  return {
    additionalProperties: false,
    ...rest,
    properties: Object.fromEntries(
      Object.entries((properties ?? {}) as JsonObject).filter(([name]) => isVisible(name)),
    ),
    required: Array.isArray(required) ? required.filter(isVisible) : [],
  }
}
