import {
  AGENT_ORDERS,
  type AgentChanges,
  countAgents,
  createAgent,
  deleteAgent,
  getAgent,
  hasMask,
  listAgents,
  lockAgent,
  MASK,
  maskSecrets,
  Name,
  type NewAgent,
  updateAgent,
  warnOfSimilarAgent,
  warnOfUnknownRole,
  warnOfUnknownTools,
} from '@quartermaster/access'
import { DELIVERY_KINDS, readDeliverTo, secretContext } from '@quartermaster/delivery'
import {
  type Caller,
  isSealed,
  mapSecretTexts,
  secretTexts,
  ToolError,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { issueKey, NewKey } from './keys.ts'
import { Deleted, ExpiresIn, Instant, Nullable, ToolLimits } from './schema/fields.ts'
import { ListOf, ListQuery, listRequest, namesOf, totalOf } from './schema/page.ts'
import { typed } from './schema/typed.ts'

// `readDeliverTo` checks the settings of each kind, so that the error is about that kind.
const DeliverTo = Type.Object(
  {
    kind: Type.Union(
      DELIVERY_KINDS.map((kind) => Type.Literal(kind)),
      { description: 'The kind of destination. Each kind has its own settings.' },
    ),
  },
  { additionalProperties: true },
)

const Settings = {
  ...ToolLimits,
  role: Type.Union([Name, Type.Null()], {
    description: 'A role whose tool limits apply in addition to those of the agent.',
  }),
  letta_agent_id: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The id of the corresponding agent on the Letta server.',
    }),
  ),
  deliver_to: Type.Unsafe<NewAgent['deliver_to']>(
    Type.Union([DeliverTo, Type.Null()], {
      description:
        'Where scheduled prompts for this agent are delivered. Default: `letta` if letta_agent_id is set, otherwise `inbox`.',
    }),
  ),
}

const Agent = Type.Object(
  {
    id: Type.String({ description: 'Agent id.' }),
    name: Name,
    ...Settings,
    deliver_to: Type.Unsafe<unknown>(
      Type.Union([DeliverTo, Type.Null()], {
        description:
          'Delivery settings. Secrets, API keys, header values, and the secrets in addresses are shown as `***`.',
      }),
    ),
    created_at: Instant('Creation time.'),
    updated_at: Instant('Time of the last change.'),
  },
  { description: 'An agent of the workspace.' },
)
const ByName = Type.Object({ name: Name })
const NewAgentBody = Type.Composite([
  ByName,
  Type.Partial(
    Type.Object({
      ...Settings,
      with_key: Type.Boolean({
        description: 'Whether to create a key as well. It is shown once, in the response.',
      }),
      key: Type.Object(
        { expires_in: Type.Optional(ExpiresIn) },
        { description: 'Like with_key, with an expiry.' },
      ),
    }),
  ),
])
const Warnings = Type.Object({
  warnings: Type.Optional(
    Type.Array(Type.String(), { description: 'Settings that are stored but cannot work yet.' }),
  ),
})
const CreatedAgent = Type.Composite(
  [Agent, Type.Object({ key: Type.Optional(NewKey) }), Warnings],
  { description: 'The new agent, and its key if one was requested.' },
)
const UpdatedAgent = Type.Composite([Agent, Warnings], { description: 'The changed agent.' })

const tags = ['Agents']
const config = { access: 'root' } as const
const act = { ...config, isAct: true } as const

export function agentRoutes(
  app: FastifyInstance,
  services: Services,
  toolNames: () => Promise<readonly string[]>,
): void {
  const { keyring, clock, vault } = services
  const { db } = services.database
  const routes = typed(app)
  const sealed = <Settings extends AgentChanges>(
    { workspaceId }: Caller,
    name: string,
    settings: Settings,
  ): Settings => {
    if (!settings.deliver_to) return settings
    const context = secretContext(workspaceId, name)
    const seal = (text: string) => vault.seal(text, context)
    return {
      ...settings,
      deliver_to: mapSecretTexts(settings.deliver_to, seal) as Settings['deliver_to'],
    }
  }

  routes.post(
    '/v1/agents',
    {
      config: act,
      schema: {
        operationId: 'create_agent',
        summary: 'Create an agent',
        description:
          'Registers an agent in the workspace. `with_key: true` creates its first key in the same call.',
        tags,
        body: NewAgentBody,
        response: { 201: CreatedAgent, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      const { with_key, key, ...settings } = body
      if (body.name === 'root') {
        throw new ToolError('conflict', "The name 'root' is reserved for the operator.", {
          suggestion: 'Choose another name.',
        })
      }
      checkDeliverTo(body.deliver_to)
      const wantsKey = with_key || key !== undefined
      const created = await performAct(db, request, async (trx) => {
        const agent = withoutSecrets(
          await createAgent(trx, caller.workspaceId, sealed(caller, body.name, settings)),
        )
        const newKey = wantsKey && (await issueKey(trx, caller, body.name, key ?? {}, clock()))
        const after = { ...agent, ...(newKey && { issued_key: newKey.id }) }
        const change = { kind: 'agent', name: body.name, after }
        return { result: { ...agent, ...(newKey && { key: newKey }) }, change }
      })
      if (wantsKey) reply.header('cache-control', 'no-store')
      const known = await toolNames()
      const warnings = await findWarnings(services, caller.workspaceId, settings, known, body.name)
      return reply.code(201).send({ ...created, ...warnings })
    },
  )

  routes.get(
    '/v1/agents',
    {
      config,
      schema: {
        operationId: 'list_agents',
        summary: 'List agents',
        description: 'Lists the agents of the workspace by name.',
        tags,
        querystring: Type.Object(ListQuery(namesOf(AGENT_ORDERS), 'their name')),
        response: { 200: ListOf('agents', Agent), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { workspaceId } = caller
      const request = listRequest(query)
      const { rows, nextCursor } = await listAgents(db, workspaceId, request)
      const total = await totalOf(query, () => countAgents(db, workspaceId, request))
      return { agents: rows.map(withoutSecrets), next_cursor: nextCursor, ...total }
    },
  )

  routes.get(
    '/v1/agents/:name',
    {
      config,
      schema: {
        operationId: 'get_agent',
        summary: 'Get an agent',
        description: 'Returns one agent with its tool limits and its delivery settings.',
        tags,
        params: ByName,
        response: { 200: Agent, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, caller }) =>
      withoutSecrets(await getAgent(db, caller.workspaceId, params.name)),
  )

  routes.patch(
    '/v1/agents/:name',
    {
      config: act,
      schema: {
        operationId: 'update_agent',
        summary: 'Update an agent',
        description: 'Changes the given settings. The name of an agent cannot be changed.',
        tags,
        params: ByName,
        body: Type.Partial(Type.Object(Settings)),
        response: { 200: UpdatedAgent, ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { params, body, caller } = request
      checkDeliverTo(body.deliver_to)
      const agent = await performAct(db, request, async (trx) => {
        const before = withoutSecrets(await lockAgent(trx, caller.workspaceId, params.name))
        const after = withoutSecrets(
          await updateAgent(
            trx,
            caller.workspaceId,
            params.name,
            sealed(caller, params.name, body),
          ),
        )
        return { result: after, change: { kind: 'agent', name: params.name, before, after } }
      })
      keyring.forget()
      const warnings = await findWarnings(services, caller.workspaceId, body, await toolNames())
      return { ...agent, ...warnings }
    },
  )

  routes.delete(
    '/v1/agents/:name',
    {
      config: act,
      schema: {
        operationId: 'delete_agent',
        summary: 'Delete an agent',
        description: 'Deletes the agent and its keys. The keys stop working immediately.',
        tags,
        params: ByName,
        response: { 204: Deleted, ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { params, caller } = request
      await performAct(db, request, async (trx) => {
        const before = withoutSecrets(await deleteAgent(trx, caller.workspaceId, params.name))
        return { result: undefined, change: { kind: 'agent', name: params.name, before } }
      })
      keyring.forget()
      return reply.code(204).send(null)
    },
  )
}

const withoutSecrets = <Row extends { deliver_to: unknown }>(agent: Row) => ({
  ...agent,
  deliver_to: maskSecrets(agent.deliver_to),
})

function checkDeliverTo(deliverTo: unknown): void {
  if (deliverTo === undefined || deliverTo === null) return
  if (hasMask(deliverTo) || secretTexts(deliverTo).some(isSealed)) {
    throw new ToolError(
      'invalid_input',
      `'deliver_to' contains '${MASK}' or an encrypted text in place of a secret.`,
      {
        suggestion: 'Replies do not show secrets. Give the secret itself, or leave out deliver_to.',
      },
    )
  }
  const read = readDeliverTo(deliverTo)
  if (!('problem' in read)) return
  const { problem, suggestion } = read
  throw new ToolError('invalid_input', problem, suggestion === undefined ? {} : { suggestion })
}

async function findWarnings(
  { database: { db }, prompts: { delivery } }: Pick<Services, 'database' | 'prompts'>,
  workspaceId: string,
  settings: AgentChanges,
  toolNames: readonly string[],
  newName?: string,
): Promise<{ warnings?: string[] }> {
  const read = settings.deliver_to ? readDeliverTo(settings.deliver_to) : { problem: '' }
  const warnings = [
    ...warnOfUnknownTools(settings, toolNames),
    ...(await warnOfUnknownRole(db, workspaceId, settings.role)),
    ...('problem' in read ? [] : await delivery.findWarnings(read)),
    ...(newName === undefined ? [] : await warnOfSimilarAgent(db, workspaceId, newName)),
  ]
  return warnings.length > 0 ? { warnings } : {}
}
