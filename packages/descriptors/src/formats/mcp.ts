import type { Effect } from '@quartermaster/toolkit'
import { type JsonObject, jsonSchema } from '../schema/json-schema.ts'
import { type ModelSchema, modelSchema, type Routed } from '../schema/model-schema.ts'

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

/** A tool of MCP's `tools/list`. */
export function mcp({ tool }: Routed): McpTool {
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

/** Clients validate answers against it. Up to revision 2025-11-25 it must describe an object. */
function outputSchemaOf({ output }: Routed['tool']): McpTool['outputSchema'] {
  // Open, because a truncated answer has additional members.
  const { additionalProperties, ...schema } = jsonSchema(output)
  return schema.type === 'object' ? { ...schema, type: 'object' } : undefined
}
