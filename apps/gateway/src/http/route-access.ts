import { type Caller, mayCall, type Tool, ToolError } from '@quartermaster/toolkit'
import { catalog } from '../catalog.ts'

/**
 * The callers that may use a route. Every route declares a rule as `config.access`; the `auth` plugin
 * enforces it, and the OpenAPI document shows it as `x-access`.
 *
 * - `public`: no key is needed.
 * - `any-key`: every valid key, including keys that are limited to some tools.
 * - `workspace`: every valid key except those that are limited to some tools.
 * - `root`: the operator's key.
 * - `{ tool }`: like `workspace`, and the agent must be allowed to call all of these tools.
 */
export type RouteAccess =
  | 'public'
  | 'any-key'
  | 'workspace'
  | 'root'
  | { readonly tool: string | readonly string[] }

// The product's own tools: a route's rule does not depend on the tools that an app is built with.
const tools: ReadonlyMap<string, Tool> = new Map(
  [...catalog.groups.map(({ tools }) => tools), ...catalog.families.map((f) => f.genericTools)]
    .flat()
    .map((tool) => [tool.name, tool]),
)

const namesOf = ({ tool }: { tool: string | readonly string[] }): readonly string[] =>
  typeof tool === 'string' ? [tool] : tool

/** Throws for a rule that names a tool that does not exist, so that the gateway does not start. */
export function checkRouteAccess(rule: RouteAccess, route: string): void {
  if (typeof rule === 'string') return
  const unknown = namesOf(rule).find((name) => !tools.has(name))
  if (unknown !== undefined) throw new Error(`${route} requires the unknown tool '${unknown}'`)
}

/** Throws `forbidden` unless the rule lets this caller use the route. */
export function enforceRouteAccess(rule: RouteAccess, caller: Caller): void {
  if (rule === 'any-key') return
  if (rule === 'root' && !caller.isRoot) {
    throw new ToolError('forbidden', 'Only the root key may do this.')
  }
  if (caller.access.paths !== null) {
    throw new ToolError('forbidden', 'This key may only call its own tools.')
  }
  if (typeof rule === 'string') return
  for (const name of namesOf(rule)) {
    const tool = tools.get(name)
    if (tool !== undefined && mayCall(caller.access, { tool, path: '' })) continue
    throw new ToolError(
      'forbidden',
      `Access denied: agent '${caller.agent}' may not call '${name}'.`,
    )
  }
}

/** Whether the rule lets this caller use the route. */
export function mayUse(rule: RouteAccess, caller: Caller): boolean {
  if (rule === 'public') return true
  try {
    enforceRouteAccess(rule, caller)
    return true
  } catch (error) {
    if (error instanceof ToolError) return false
    throw error
  }
}
