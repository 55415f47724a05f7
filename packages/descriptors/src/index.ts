import type { Connection } from './connection.ts'
import { anthropic } from './formats/anthropic.ts'
import { gemini } from './formats/gemini.ts'
import { mcp } from './formats/mcp.ts'
import { openai } from './formats/openai.ts'
import { openaiResponses } from './formats/openai-responses.ts'
import { subconscious } from './formats/subconscious.ts'
import type { Placed } from './schema/model-schema.ts'

export type { Connection } from './connection.ts'
export { docsIndex, docsPage, type Section } from './docs/docs-page.ts'
export { mcpServer, platformTool } from './formats/subconscious.ts'
export { type ModelSchema, modelSchema } from './schema/model-schema.ts'

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
