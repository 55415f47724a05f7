import type { Method } from '@quartermaster/toolkit'
import { absoluteUrl, type Connection } from '../connection.ts'
import { type JsonObject, plain } from '../schema/json-schema.ts'
import { type ModelSchema, modelSchema, type Routed } from '../schema/model-schema.ts'
import { propertySchemas } from '../schema/property-schema.ts'

export type SubconsciousFunction = {
  type: 'function'
  name: string
  description: string
  url: string
  method: Method
  timeout: number
  parameters: ModelSchema
  headers: Record<string, string>
  defaults: JsonObject
}

/** A function tool of Subconscious, which calls the URL itself. */
export function subconscious({ tool, path }: Routed, connection: Connection): SubconsciousFunction {
  const schema = modelSchema(tool)
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    url: absoluteUrl(connection, path),
    // The method that the tool lists first.
    method: tool.methods[0] ?? 'POST',
    timeout: Math.ceil(tool.timeoutSeconds),
    parameters: { ...schema, properties: propertySchemas(schema.properties) },
    headers: { ...connection.headers, ...versionHeader(tool) },
    defaults: plain(tool.defaults),
  }
}

/** Subconscious sends it with every call, so that calls from an old descriptor are recognised. */
const versionHeader = ({ version }: Routed['tool']): Record<string, string> =>
  version === undefined ? {} : { 'x-schema-version': String(version) }

export type SubconsciousPlatform = { type: 'platform'; id: string }

/** A tool that Subconscious hosts itself. */
export const platformTool = (id: string): SubconsciousPlatform => ({ type: 'platform', id })

type McpAuth =
  | { type: 'bearer'; token: string }
  | { type: 'api_key'; token: string; header: string }

export type SubconsciousMcp = {
  type: 'mcp'
  url: string
  allowedTools: string[]
  auth?: McpAuth
}

/** The gateway's MCP server as one entry for many tools. */
export function mcpServer(
  connection: Connection,
  path: string,
  allowedTools: readonly string[],
): SubconsciousMcp {
  const auth = mcpAuth(connection)
  return {
    type: 'mcp',
    url: absoluteUrl(connection, path),
    allowedTools: [...allowedTools],
    ...(auth && { auth }),
  }
}

/** Subconscious sends one header to an MCP server, so only the key can be included. */
function mcpAuth({ headers }: Connection): McpAuth | undefined {
  const lowerCase = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const bearer = /^Bearer +(.+)$/i.exec(lowerCase.get('authorization') ?? '')?.[1]
  if (bearer !== undefined) return { type: 'bearer', token: bearer }
  const token = lowerCase.get('x-api-key')
  return token === undefined ? undefined : { type: 'api_key', token, header: 'x-api-key' }
}
