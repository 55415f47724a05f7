import { getAgent, Name } from '@quartermaster/access'
import { type AccessReason, explainAccess } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { selectTools } from '../tool-call/select-tools.ts'
import { PageOf } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const AgentTool = Type.Object(
  {
    name: Type.String({ description: 'Tool name.' }),
    path: Type.String({ description: 'The path to call.' }),
    effect: Type.String({ description: 'read, write or destroy.' }),
    permitted: Type.Boolean({ description: 'Whether the agent may call the tool.' }),
    reason: Type.String({ description: 'The list that decides, for example of the role.' }),
  },
  { description: 'A tool, and whether the agent may call it.' },
)

type Options = { catalog: Catalog; services: Services }

/** The effective permissions of an agent with the reason for each. */
export function agentToolRoute(app: FastifyInstance, options: Options): void {
  const { database } = options.services
  typed(app).get(
    '/v1/agents/:name/tools',
    {
      config: { access: 'root' },
      schema: {
        operationId: 'list_agent_tools',
        summary: 'List the tools of an agent',
        description:
          'Lists all tools that need no table, document or thread, whether the agent may call them, and why.',
        tags: ['Agents'],
        params: Type.Object({ name: Name }),
        response: { 200: PageOf('tools', AgentTool), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { name } = request.params
      const { workspaceId, workspace } = request.caller
      const { role } = await getAgent(database.db, workspaceId, name)
      const agent = await app.authenticateAgain(request, { workspace, agent: name })
      // An agent with a role has two rules, unless the role does not exist.
      const isRoleUnknown = role !== null && agent.access.rules.length < 2
      const offered = await selectTools(options, agent, {})
      const tools = offered.map((tool) => ({
        name: tool.name,
        path: tool.path,
        effect: tool.tool.effect,
        permitted: tool.isPermitted,
        reason: isRoleUnknown
          ? `there is no role ${role}`
          : present(explainAccess(agent.access, tool), role),
      }))
      return { tools, next_cursor: null }
    },
  )
}

/** The rules of an agent are its own and that of its role, in this order. */
function present({ kind, rule }: AccessReason, role: string | null): string {
  const owner = rule === 1 ? `role ${role}` : 'agent'
  switch (kind) {
    case 'denied':
      return `denied by the ${owner}`
    case 'not_allowed':
      return `not in the allow-list of the ${owner}`
    case 'dangerous':
      return `dangerous: the ${owner} must name it in its allow-list`
    case 'named':
      return `in the allow-list of the ${owner}`
    case 'path':
      return 'not among the paths of the key'
    case 'default':
      return 'no list excludes it'
  }
}
