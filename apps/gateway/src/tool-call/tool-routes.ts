import type { Database } from '@quartermaster/db'
import { type Tool, type ToolFamily, type ToolGroup, toolPath } from '@quartermaster/toolkit'
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { anyOperation, operation } from '../openapi/operation.ts'
import { type CallOptions, type Handler, handleCall } from './handle-call.ts'

const OTHERS = ['PUT', 'PATCH', 'DELETE'] as const satisfies HTTPMethods[]

// The call is read by the tool's schema in the handler, once its envelope is off.
const UNREAD = { validatorCompiler: () => () => true }

// A key that is limited to some tools is checked against the tool's path, once it is known.
const TOOL_ROUTE = { access: 'any-key', inbandErrors: true } as const

/** Tools that need no binding: /v1/tools/NAME. */
export function groupRoutes<Services extends { db: Database }>(
  app: FastifyInstance,
  groups: readonly ToolGroup<Services>[],
  options: CallOptions<Services>,
): void {
  const place = {
    tools: groups.flatMap((group) => group.tools),
    pathOf: (tool: Tool) => toolPath(tool.name),
  }
  const handler = handleCall(async () => place, options)
  for (const { title, tools } of groups) {
    for (const tool of tools) addRoutes(app, toolPath(tool.name), tool, title, handler)
  }
  app.all('/v1/tools/:name', { schema: { hide: true }, config: TOOL_ROUTE }, handler)
}

/** Tools that belong to a subject: /v1/tables/ID/tools/NAME. They are looked up at every call. */
export function familyRoutes<Services extends { db: Database }>(
  app: FastifyInstance,
  family: ToolFamily<Services>,
  options: CallOptions<Services>,
): void {
  const { services } = options
  const findPlace = async (request: FastifyRequest) => {
    const { id } = request.params as { id: string }
    const tools = await family.find(id, { caller: request.caller, services })
    return {
      tools,
      pathOf: (tool: Tool) => toolPath(tool.name, family.path(id)),
      missing: async (name: string) =>
        family.explainMissing?.(id, name, { caller: request.caller, services }),
    }
  }
  const handler = handleCall(findPlace, options)
  for (const tool of family.genericTools) {
    addRoutes(app, toolPath(tool.name, family.path(':id')), tool, family.title, handler)
  }
  const url = `${family.path(':id')}/tools/:name`
  const config = TOOL_ROUTE
  if (family.genericTools.length > 0) {
    app.all(url, { schema: { hide: true }, config }, handler)
    return
  }
  // Its tools are known only where they are: the document has the form that all of them share.
  for (const method of ['POST', 'GET'] as const) {
    const schema = anyOperation(family.name, family.title, method)
    app.route({ method, url, schema, config, handler, ...UNREAD, exposeHeadRoute: false })
  }
  app.route({ method: [...OTHERS], url, schema: { hide: true }, config, handler })
}

function addRoutes(app: FastifyInstance, url: string, tool: Tool, tag: string, handler: Handler) {
  for (const method of tool.methods) {
    app.route({
      method,
      url,
      schema: operation(tool, method, tag),
      ...UNREAD,
      config: { ...TOOL_ROUTE, toolName: tool.name },
      exposeHeadRoute: false,
      handler,
    })
  }
}
