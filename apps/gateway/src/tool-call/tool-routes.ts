import type { Database } from '@quartermaster/db'
import {
  type Caller,
  type Tool,
  type ToolError,
  type ToolFamily,
  type ToolGroup,
  toolPath,
} from '@quartermaster/toolkit'
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { anyOperation, operation } from '../openapi/operation.ts'
import type { ToolScope } from './find-tool.ts'
import { type CallOptions, type Handler, handleCall } from './handle-call.ts'

const OTHER_METHODS = ['PUT', 'PATCH', 'DELETE'] as const satisfies HTTPMethods[]

// `handleCall` reads the arguments by the tool's schema, after it has removed the envelope.
const NOT_VALIDATED = { validatorCompiler: () => () => true }

// A key that is limited to some tools is checked against the tool's path, once it is known.
const TOOL_ROUTE = { access: 'any-key', inbandErrors: true, callLog: 'all' } as const

/** The error for a tool that has another path, outside the subjects of this kind. */
type ExplainUnknown = (
  name: string,
  caller: Caller,
  kind?: string,
) => Promise<ToolError | undefined>

/** Adds the tools that belong to no subject: /v1/tools/NAME. */
export function groupRoutes<Services extends { db: Database }>(
  app: FastifyInstance,
  groups: readonly ToolGroup<Services>[],
  options: CallOptions<Services>,
  explainMissing?: ExplainUnknown,
): void {
  const allTools = groups.flatMap((group) => group.tools)
  const paths = new Map<string, string>(allTools.map(({ name }) => [name, toolPath(name)]))
  const scope: ToolScope<Services> = {
    tools: allTools,
    pathOf: ({ name }) => paths.get(name) ?? toolPath(name),
    ...(explainMissing && { explainMissing }),
  }
  const handler = handleCall(() => scope, options)
  for (const { title, tools } of groups) {
    for (const tool of tools) addRoutes(app, toolPath(tool.name), tool, title, handler)
  }
  app.all('/v1/tools/:name', { schema: { hide: true }, config: TOOL_ROUTE }, handler)
}

/** Adds the tools of a subject: /v1/tables/ID/tools/NAME. `family.find` runs for every call. */
export function familyRoutes<Services extends { db: Database }>(
  app: FastifyInstance,
  family: ToolFamily<Services>,
  options: CallOptions<Services>,
  explainElsewhere?: ExplainUnknown,
): void {
  const { services } = options
  const findScope = async (request: FastifyRequest) => {
    const { id } = request.params as { id: string }
    const tools = await family.find(id, { caller: request.caller, services })
    return {
      tools,
      pathOf: (tool: Tool) => toolPath(tool.name, family.path(id)),
      subject: {
        kind: family.binding,
        id,
        pathOf: (tool: Tool, other: string) => toolPath(tool.name, family.path(other)),
        isSame: (other: string) =>
          isSame(family, [id, other], { caller: request.caller, services }),
      },
      explainMissing: async (name: string, caller: Caller) =>
        (await family.explainMissing?.(id, name, { caller, services })) ??
        explainElsewhere?.(name, caller, family.binding),
    }
  }
  const handler = handleCall(findScope, options)
  for (const tool of family.genericTools) {
    addRoutes(app, toolPath(tool.name, family.path(':id')), tool, family.title, handler)
  }
  const url = `${family.path(':id')}/tools/:name`
  const config = TOOL_ROUTE
  if (family.genericTools.length > 0) {
    app.all(url, { schema: { hide: true }, config }, handler)
    return
  }
  // The tools differ between subjects, so the OpenAPI document has one operation for all of them.
  for (const method of ['POST', 'GET'] as const) {
    const schema = anyOperation(family.name, family.title, method)
    app.route({ method, url, schema, config, handler, ...NOT_VALIDATED, exposeHeadRoute: false })
  }
  app.route({ method: [...OTHER_METHODS], url, schema: { hide: true }, config, handler })
}

async function isSame<Services>(
  { identify }: ToolFamily<Services>,
  names: readonly [string, string],
  call: Parameters<NonNullable<ToolFamily<Services>['identify']>>[1],
): Promise<boolean> {
  if (identify === undefined) return false
  const [first, second] = await Promise.allSettled(names.map((name) => identify(name, call)))
  return (
    first?.status === 'fulfilled' &&
    second?.status === 'fulfilled' &&
    first.value.id === second.value.id
  )
}

function addRoutes(app: FastifyInstance, url: string, tool: Tool, tag: string, handler: Handler) {
  for (const method of tool.methods) {
    app.route({
      method,
      url,
      schema: operation(tool, method, tag),
      ...NOT_VALIDATED,
      config: { ...TOOL_ROUTE, toolName: tool.name },
      exposeHeadRoute: false,
      handler,
    })
  }
}
