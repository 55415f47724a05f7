import type { Connection } from './connection.ts'
import { anthropic } from './formats/anthropic.ts'
import { gemini } from './formats/gemini.ts'
import { mcp } from './formats/mcp.ts'
import { openai } from './formats/openai.ts'
import { openaiResponses } from './formats/openai-responses.ts'
import { subconscious } from './formats/subconscious.ts'
import type { Routed } from './schema/model-schema.ts'

export type { Connection } from './connection.ts'
export { docsIndex, docsPage, type Section } from './docs/docs-page.ts'
export { mcpServer, platformTool } from './formats/subconscious.ts'
export { VENDOR_RULES, VENDORS, type Vendor } from './formats/vendor-rules.ts'
export { type ModelSchema, modelSchema } from './schema/model-schema.ts'
export { propertySchemas } from './schema/property-schema.ts'
export { countTokens, type TokenCount } from './verdicts/count-tokens.ts'
export { judgeTool, type SchemaChange, type Verdict } from './verdicts/judge-tool.ts'

export type DescriptorOptions = {
  /** OpenAI's strict mode, for the formats `openai` and `openai-responses`. */
  readonly strict?: boolean
  /** For the format `mcp`; true by default. */
  readonly outputSchemas?: boolean
}

const DESCRIBE = {
  subconscious: (tool: Routed, connection: Connection) => subconscious(tool, connection),
  openai: (tool: Routed, _: Connection, { strict }: DescriptorOptions) => openai(tool, strict),
  'openai-responses': (tool: Routed, _: Connection, { strict }: DescriptorOptions) =>
    openaiResponses(tool, strict),
  anthropic: (tool: Routed) => anthropic(tool),
  gemini: (tool: Routed) => gemini(tool),
  mcp: (tool: Routed, _: Connection, { outputSchemas }: DescriptorOptions) =>
    mcp(tool, outputSchemas),
}

export type Format = keyof typeof DESCRIBE

/** All formats; the first is the default. */
export const FORMATS = Object.keys(DESCRIBE) as readonly Format[]

export type Descriptor = ReturnType<(typeof DESCRIBE)[Format]>

/** One tool in a vendor's format, as plain JSON. */
export const describeTool = (
  format: Format,
  tool: Routed,
  connection: Connection,
  options: DescriptorOptions = {},
): Descriptor => DESCRIBE[format](tool, connection, options)

/** The `tools` of a request to the vendor. Gemini expects one entry that holds all functions. */
export function describeTools(
  format: Format,
  tools: readonly Routed[],
  connection: Connection,
  options: DescriptorOptions = {},
): (Descriptor | { functionDeclarations: Descriptor[] })[] {
  const descriptors = tools.map((tool) => describeTool(format, tool, connection, options))
  if (format !== 'gemini' || descriptors.length === 0) return descriptors
  return [{ functionDeclarations: descriptors }]
}
