import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { selectTools } from '../tool-call/select-tools.ts'
import { Nullable } from './schema/fields.ts'
import { typed } from './schema/typed.ts'

const Names = (description: string) => Type.Array(Type.String(), { description })

const Identity = Type.Object(
  {
    workspace: Type.String({ description: 'The workspace in which the key acts.' }),
    agent: Type.String({
      description: 'The agent as which the key acts; `root` for the operator.',
    }),
    key_id: Type.String({ description: 'Key id; `root` for the root key.' }),
    is_root: Type.Boolean({ description: 'Whether this is the root key.' }),
    permissions: Type.Object(
      {
        limits: Type.Array(
          Type.Object({
            allowed_tools: Nullable(
              Names('Allowed tools; null for every tool that is not dangerous.'),
            ),
            denied_tools: Names('Denied tools.'),
          }),
          { description: 'The limits of the agent and of its role. A tool must pass all of them.' },
        ),
        paths: Nullable(Names('The only tool paths the key may call; null for all.')),
      },
      { description: 'The rules that decide which tools the key may call.' },
    ),
    tools: Names('Names of the tools that the key may call without a table, document or thread.'),
  },
  { description: 'The identity and permissions of the key.' },
)

type Options = { catalog: Catalog; services: Services }

export function whoamiRoute(app: FastifyInstance, options: Options): void {
  typed(app).get(
    '/v1/whoami',
    {
      config: { access: 'any-key' },
      schema: {
        operationId: 'whoami',
        summary: 'Get the identity of the key',
        description: 'Returns the workspace, the agent and the permissions of the key.',
        tags: ['Keys'],
        response: { 200: Identity, ...failures(401) },
      },
    },
    async ({ caller }) => {
      const tools = await selectTools(options, caller, {})
      return {
        workspace: caller.workspace,
        agent: caller.agent,
        key_id: caller.keyId,
        is_root: caller.isRoot,
        permissions: {
          limits: caller.access.rules.map(({ allowed, denied }) => ({
            allowed_tools: allowed && [...allowed],
            denied_tools: [...denied],
          })),
          paths: caller.access.paths && [...caller.access.paths],
        },
        tools: tools.filter(({ isPermitted }) => isPermitted).map(({ name }) => name),
      }
    },
  )
}
