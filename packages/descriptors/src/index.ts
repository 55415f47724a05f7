import { anthropic } from './anthropic.ts'
import type { Connection } from './connection.ts'
import { gemini } from './gemini.ts'
import { mcp } from './mcp.ts'
import type { Placed } from './model-schema.ts'
import { openai } from './openai.ts'
import { openaiResponses } from './openai-responses.ts'
import { subconscious } from './subconscious.ts'

export type { Connection } from './connection.ts'
export { docsIndex, docsPage, type Section } from './docs-page.ts'
export { type ModelSchema, modelSchema } from './model-schema.ts'
export { mcpServer, platformTool } from './subconscious.ts'

const DESCRIBE = {
  subconscious,
  openai,
  'openai-responses': openaiResponses,
  anthropic,
  gemini,
  mcp,
}

export type Format = keyof typeof DESCRIBE

/** Every form a tool can be described in; the first is the default. */
export const FORMATS = Object.keys(DESCRIBE) as readonly Format[]

export type Descriptor = ReturnType<(typeof DESCRIBE)[Format]>

/** A tool as one outsider takes it: plain JSON, ready to paste. */
export const describeTool = (format: Format, placed: Placed, connection: Connection): Descriptor =>
  DESCRIBE[format](placed, connection)
