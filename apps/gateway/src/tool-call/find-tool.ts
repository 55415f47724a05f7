import {
  type Caller,
  closestToolName,
  type Method,
  mayCall,
  type Tool,
  ToolError,
} from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'

/** The tools that a request's path can mean. */
export type ToolScope<Services> = {
  readonly tools: readonly Tool<Services>[]
  readonly pathOf: (tool: Tool) => string
  /** For tools of a subject: its kind, such as a table, its id in the path, and the paths of other subjects. */
  readonly subject?: {
    readonly kind: string
    readonly id: string
    readonly pathOf: (tool: Tool, id: string) => string
    /** Whether another id or name means the same subject. */
    readonly isSame: (other: string) => Promise<boolean>
  }
  /** A more precise error than "unknown tool", if there is one. */
  readonly explainMissing?: (name: string, caller: Caller) => Promise<ToolError | undefined>
}

/** The error for a tool that the scope does not have. */
export async function missingTool<Services>(
  { tools, pathOf, explainMissing }: ToolScope<Services>,
  name: string,
  caller: Caller,
): Promise<ToolError> {
  const reason = await explainMissing?.(name, caller)
  if (reason !== undefined) return reason
  const permitted = tools.filter((candidate) =>
    mayCall(caller.access, { tool: candidate, path: pathOf(candidate) }),
  )
  return unknownTool(
    name,
    permitted.map((candidate) => candidate.name),
  )
}

const MAX_LISTED = 40

/** The same error over HTTP and MCP. `listTools` says how to see the tools if there are too many to name. */
export function unknownTool(name: string, names: readonly string[], listTools?: string): ToolError {
  const shown = name.replace(/[^\w.:-]/g, '').slice(0, 64)
  const suggestion = suggestTool(name, names) ?? listTools
  return new ToolError('unknown_tool', `Unknown tool '${shown}'.`, {
    ...(suggestion !== undefined && { suggestion }),
  })
}

function suggestTool(name: string, names: readonly string[]): string | undefined {
  // Tools of the same name have their subject before it: `Folder__tool`.
  const qualified = names.filter((candidate) => candidate.endsWith(`__${name}`))
  if (qualified.length > 1) return `Use one of: ${qualified.join(', ')}.`
  const closest = closestToolName(name, names)
  if (closest !== undefined) return `Did you mean '${closest}'?`
  const isShort = names.length > 0 && names.length <= MAX_LISTED
  return isShort ? `Use one of: ${names.join(', ')}.` : undefined
}

export function requireMethod(tool: Tool, method: string): Method {
  const allowed = tool.methods.find((candidate) => candidate === method)
  if (allowed !== undefined) return allowed
  const methods = tool.methods.join(' or ')
  throw new ToolError(
    'method_not_allowed',
    `The tool '${tool.name}' is called by ${methods}, not by ${method}.`,
    { suggestion: `Send the call as ${methods}.`, headers: { allow: tool.methods.join(', ') } },
  )
}

/** Throws `forbidden`, with the tools of this scope that the caller may call, unless it may call this one. */
export function requirePermission<Services>(
  tool: Tool<Services>,
  { tools, pathOf }: ToolScope<Services>,
  { caller: { access, agent } }: FastifyRequest,
): void {
  if (mayCall(access, { tool, path: pathOf(tool) })) return
  const permitted = tools
    .filter((candidate) => mayCall(access, { tool: candidate, path: pathOf(candidate) }))
    .map((candidate) => candidate.name)
  const list = permitted.length === 0 ? 'none' : permitted.join(', ')
  throw new ToolError(
    'forbidden',
    `Access denied: agent '${agent}' may not call '${tool.name}'. Permitted tools: ${list}.`,
    { details: { permitted_tools: permitted } },
  )
}
