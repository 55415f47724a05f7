import type { Effect } from '@quartermaster/toolkit'
import { type JsonObject, jsonSchema } from '../schema/json-schema.ts'
import { type ModelSchema, modelSchema, type Routed } from '../schema/model-schema.ts'

type Hints = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

export type McpTool = {
  name: string
  title: string
  description: string
  inputSchema: ModelSchema
  outputSchema?: JsonObject & { type: 'object' }
  annotations: Hints
  _meta?: { 'quartermaster/schema_version': number }
}

const HINTS: Record<Effect, Omit<Hints, 'openWorldHint'>> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  write: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  destroy: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
}

/** A tool of MCP's `tools/list`. Without `outputSchemas` the list is about half as long. */
export function mcp({ tool }: Routed, outputSchemas = true): McpTool {
  const outputSchema = outputSchemas ? outputSchemaOf(tool) : undefined
  return {
    name: tool.name,
    title: titleOf(tool.name),
    description: tool.description,
    inputSchema: modelSchema(tool),
    ...(outputSchema && { outputSchema }),
    annotations: { ...HINTS[tool.effect], openWorldHint: tool.openWorld },
    ...(tool.version !== undefined && {
      _meta: { 'quartermaster/schema_version': tool.version },
    }),
  }
}

/** `get_context` is shown to people as `Get context`. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Clients validate answers against it. Up to revision 2025-11-25 it must describe an object. */
function outputSchemaOf({ output }: Routed['tool']): McpTool['outputSchema'] {
  // Open, because a truncated answer has additional members.
  const { additionalProperties, ...schema } = jsonSchema(output)
  return schema.type === 'object' ? { ...schema, type: 'object' } : undefined
}
