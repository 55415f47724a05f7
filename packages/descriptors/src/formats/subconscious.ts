import type { Method } from '@quartermaster/toolkit'
import { absoluteUrl, type Connection } from '../connection.ts'
import { type JsonObject, plain } from '../schema/json-schema.ts'
import { type ModelSchema, modelSchema, type Placed } from '../schema/model-schema.ts'

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

/** A function tool of Subconscious: an endpoint that it calls itself. */
export function subconscious({ tool, path }: Placed, connection: Connection): SubconsciousFunction {
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    url: absoluteUrl(connection, path),
    // The one its author put first.
    method: tool.methods[0] ?? 'POST',
    timeout: Math.ceil(tool.timeoutSeconds),
    parameters: modelSchema(tool),
    headers: { ...connection.headers, ...versionHeader(tool) },
    defaults: plain(tool.defaults),
  }
}

/** Sent back with every call, so that one made from an old descriptor is known as such. */
const versionHeader = ({ version }: Placed['tool']): Record<string, string> =>
  version === undefined ? {} : { 'x-schema-version': String(version) }

export type SubconsciousPlatform = { type: 'platform'; id: string }

/** A tool that Subconscious hosts: its id is passed on as it is. */
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

/** This gateway's MCP door as one entry that stands for many tools. */
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

/** Subconscious sends one header to an MCP server, so only the key itself can go along. */
function mcpAuth({ headers }: Connection): McpAuth | undefined {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const bearer = /^Bearer +(.+)$/i.exec(sent.get('authorization') ?? '')?.[1]
  if (bearer !== undefined) return { type: 'bearer', token: bearer }
  const token = sent.get('x-api-key')
  return token === undefined ? undefined : { type: 'api_key', token, header: 'x-api-key' }
}
