import type { Effect } from '@quartermaster/toolkit'
import { type JsonObject, jsonSchema } from '../schema/json-schema.ts'
import { type ModelSchema, modelSchema, type Placed } from '../schema/model-schema.ts'

type Hints = { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean }

export type McpTool = {
  name: string
  description: string
  inputSchema: ModelSchema
  outputSchema?: JsonObject & { type: 'object' }
  annotations: Hints
  _meta?: { 'quartermaster/schema_version': number }
}

const HINTS: Record<Effect, Hints> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  write: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  destroy: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
}

/** A tool as an MCP server lists it. */
export function mcp({ tool }: Placed): McpTool {
  const outputSchema = outputSchemaOf(tool)
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: modelSchema(tool),
    ...(outputSchema && { outputSchema }),
    annotations: { ...HINTS[tool.effect] },
    ...(tool.version !== undefined && {
      _meta: { 'quartermaster/schema_version': tool.version },
    }),
  }
}

/** Clients check answers against it, and up to revision 2025-11-25 it must be an object's. */
function outputSchemaOf({ output }: Placed['tool']): McpTool['outputSchema'] {
  // Left open: an answer that was cut says so in members beside those it is declared with.
  const { additionalProperties, ...schema } = jsonSchema(output)
  return schema.type === 'object' ? { ...schema, type: 'object' } : undefined
}
