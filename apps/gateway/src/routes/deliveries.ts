import { clearTrouble, isId, listDeliveries } from '@quartermaster/delivery'
import {
  getDelivery,
  PRINTABLE,
  promptTools,
  resend,
  showDeliveries,
  showTroubles,
} from '@quartermaster/prompts'
import { ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { PageOf, PageQuery } from './page.ts'
import { Delivery, DeliveryWithAttempts, Moment } from './prompt-shapes.ts'
import { checkMayCall, Nullable } from './stack-shapes.ts'
import { typed } from './typed.ts'

const STATES = [
  ...['pending', 'held', 'sending', 'delivered'],
  ...['failed', 'unconfirmed', 'cancelled'],
]
const ById = Type.Object({ id: Type.String() })
const tags = ['Deliveries']

const Trouble = Type.Object(
  {
    agent_id: Type.String(),
    failures: Type.Integer({ description: 'In a row.' }),
    error: Type.String({ description: 'Why the last attempt failed.' }),
    failed_at: Moment('When that was.'),
    off_since: Nullable(Moment('Switched off since; null while it still gets every prompt.')),
    probe_at: Nullable(Moment('When it is tried again.')),
  },
  { description: 'A recipient that fails.' },
)

/** What became of prompts: every delivery and attempt, what failed for good, who cannot be reached. */
export function deliveryRoutes(app: FastifyInstance, services: Services): void {
  const { prompts, clock } = services
  const { db } = services.database
  const mayRead = async ({ caller }: FastifyRequest) =>
    checkMayCall(caller, promptTools.tools, 'promptyoself_list')
  const mayExecute = async ({ caller }: FastifyRequest) =>
    checkMayCall(caller, promptTools.tools, 'promptyoself_execute')

  const routes = typed(app)

  routes.get(
    '/v1/deliveries',
    {
      preHandler: mayRead,
      schema: {
        operationId: 'list_deliveries',
        summary: 'List deliveries, newest first',
        tags,
        querystring: Type.Object({
          state: Type.Optional(
            Type.Union(
              [...STATES, 'dead'].map((state) => Type.Literal(state)),
              { description: '"dead" is failed and unconfirmed: what can be resent.' },
            ),
          ),
          agent_id: Type.Optional(Type.String({ pattern: PRINTABLE })),
          schedule_id: Type.Optional(Type.Integer({ minimum: 1 })),
          ...PageQuery,
        }),
        response: { 200: PageOf('deliveries', Delivery), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { state, agent_id, schedule_id, cursor, limit } = query
      if (cursor !== undefined && !isId(cursor)) {
        throw new ToolError(
          'invalid_input',
          'The cursor must be the next_cursor of an earlier answer.',
        )
      }
      const rows = await listDeliveries(db, caller.workspaceId, {
        ...(state !== undefined && {
          states: state === 'dead' ? ['failed', 'unconfirmed'] : [state],
        }),
        ...(agent_id !== undefined && { agentId: agent_id }),
        ...(schedule_id !== undefined && { scheduleId: schedule_id }),
        ...(cursor !== undefined && { before: cursor }),
        limit: limit + 1,
      })
      const deliveries = await showDeliveries(db, caller.workspaceId, rows.slice(0, limit))
      const next_cursor = rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null
      return { deliveries, next_cursor }
    },
  )

  routes.get(
    '/v1/deliveries/troubles',
    {
      preHandler: mayRead,
      schema: {
        operationId: 'list_troubles',
        summary: 'Recipients that fail, and whether they are switched off',
        tags,
        response: {
          200: Type.Object({ troubles: Type.Array(Trouble) }, { description: 'The recipients.' }),
          ...failures(401, 403),
        },
      },
    },
    async ({ caller }) => ({ troubles: await showTroubles(db, caller.workspaceId) }),
  )

  routes.delete(
    '/v1/deliveries/troubles/:agent_id',
    {
      preHandler: mayExecute,
      schema: {
        operationId: 'clear_trouble',
        summary: 'Switch a recipient on again',
        tags,
        params: Type.Object({ agent_id: Type.String({ pattern: PRINTABLE }) }),
        response: {
          200: Type.Object(
            { cleared: Type.Boolean() },
            { description: 'Whether it was in trouble.' },
          ),
          ...failures(401, 403),
        },
      },
    },
    async ({ params, caller }) => {
      const cleared = await clearTrouble(db, caller.workspaceId, params.agent_id, clock())
      prompts.delivery.sweepNow()
      return { cleared }
    },
  )

  routes.get(
    '/v1/deliveries/:id',
    {
      preHandler: mayRead,
      schema: {
        operationId: 'get_delivery',
        summary: 'One delivery with every attempt',
        tags,
        params: ById,
        response: { 200: DeliveryWithAttempts, ...failures(401, 403, 404) },
      },
    },
    async ({ params, caller }) => getDelivery(db, caller.workspaceId, params.id),
  )

  routes.post(
    '/v1/deliveries/:id/resend',
    {
      preHandler: mayExecute,
      schema: {
        operationId: 'resend_delivery',
        summary: 'Send a failed delivery once more',
        tags,
        params: ById,
        response: { 202: Delivery, ...failures(401, 403, 404, 409) },
      },
    },
    async ({ params, caller }, reply) => {
      const delivery = await resend(db, prompts, caller.workspaceId, params.id, clock())
      return reply.code(202).send(delivery)
    },
  )
}
