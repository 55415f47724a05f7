import {
  clearTrouble,
  countDeliveries,
  DELIVERY_ORDERS,
  listDeliveries,
} from '@quartermaster/delivery'
import {
  getDelivery,
  PRINTABLE,
  presentDeliveries,
  presentTroubles,
  resend,
} from '@quartermaster/prompts'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Nullable } from './schema/fields.ts'
import { ListOf, ListQuery, listRequest, namesOf, totalOf } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const STATES = [
  'pending',
  'held',
  'sending',
  'delivered',
  'failed',
  'unconfirmed',
  'cancelled',
] as const

const UtcTime = (description: string) => Type.String({ description: `${description} In UTC.` })

export const Delivery = Type.Object(
  {
    id: Type.String({ description: 'Delivery id. Every attempt carries the same id.' }),
    schedule_id: Nullable(Type.Integer({ description: 'The schedule that created it.' })),
    agent_id: Type.String({ description: 'The recipient.' }),
    prompt: Type.String({ description: 'The prompt.' }),
    state: Type.String({ description: `One of ${STATES.join(', ')}.` }),
    kind: Nullable(
      Type.String({ description: 'Kind of destination, for example inbox, letta or webhook.' }),
    ),
    scheduled_for: UtcTime('The scheduled time.'),
    manual: Type.Boolean({ description: 'Whether it was started by hand.' }),
    attempts_made: Type.Integer({ description: 'Number of attempts.' }),
    next_attempt_at: Nullable(UtcTime('Time of the next attempt.')),
    run_id: Nullable(Type.String({ description: 'The id that the destination returned.' })),
    error: Nullable(
      Type.String({ description: 'Why the last attempt failed, or why none is planned.' }),
    ),
    created_at: UtcTime('Creation time.'),
    ended_at: Nullable(UtcTime('Time at which it was delivered or given up.')),
    acknowledged_at: Nullable(UtcTime('Time at which the agent acknowledged it.')),
  },
  { description: 'The delivery of a prompt.' },
)

const DeliveryWithAttempts = Type.Composite(
  [
    Delivery,
    Type.Object({
      attempts: Type.Array(
        Type.Object({
          number: Type.Integer({ description: 'Number of the attempt, from 1.' }),
          outcome: Type.String({ description: 'delivered, failed, unconfirmed or lost.' }),
          kind: Nullable(Type.String({ description: 'Kind of destination.' })),
          status: Nullable(Type.Integer({ description: 'HTTP status of the response.' })),
          error: Nullable(Type.String({ description: 'Why the attempt failed.' })),
          began_at: UtcTime('Start of the attempt.'),
          ended_at: UtcTime('End of the attempt.'),
        }),
        { description: 'All attempts in order.' },
      ),
    }),
  ],
  { description: 'The delivery of a prompt with all its attempts.' },
)

const Trouble = Type.Object(
  {
    agent_id: Type.String({ description: 'The recipient.' }),
    failures: Type.Integer({ description: 'Number of consecutive failures.' }),
    error: Type.String({ description: 'Why the last attempt failed.' }),
    failed_at: UtcTime('Time of the last failure.'),
    off_since: Nullable(UtcTime('Start of the suspension; null while prompts are still sent.')),
    probe_at: Nullable(UtcTime('Time of the next trial delivery.')),
  },
  { description: 'A recipient whose deliveries fail.' },
)

const ById = Type.Object({ id: Type.String({ description: 'Delivery id.' }) })
const tags = ['Deliveries']

export function deliveryRoutes(app: FastifyInstance, services: Services): void {
  const { prompts, clock } = services
  const { db } = services.database

  const routes = typed(app)

  routes.get(
    '/v1/deliveries',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'list_deliveries',
        summary: 'List deliveries',
        description: 'Lists the deliveries of scheduled prompts, newest first.',
        tags,
        querystring: Type.Object({
          state: Type.Optional(
            Type.Union(
              [...STATES, 'dead'].map((state) => Type.Literal(state)),
              { description: 'Only this state; "dead" stands for failed and unconfirmed.' },
            ),
          ),
          agent_id: Type.Optional(
            Type.String({ pattern: PRINTABLE, description: 'Only for this recipient.' }),
          ),
          schedule_id: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Only of this schedule.' }),
          ),
          ...ListQuery(namesOf(DELIVERY_ORDERS), 'their prompt, recipient or error'),
        }),
        response: { 200: ListOf('deliveries', Delivery), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { state, agent_id, schedule_id, ...list } = query
      const { workspaceId } = caller
      const request = {
        ...listRequest(list),
        ...(state !== undefined && {
          states: state === 'dead' ? ['failed', 'unconfirmed'] : [state],
        }),
        ...(agent_id !== undefined && { agentId: agent_id }),
        ...(schedule_id !== undefined && { scheduleId: schedule_id }),
      }
      const { rows, nextCursor } = await listDeliveries(db, workspaceId, request)
      const deliveries = await presentDeliveries(db, workspaceId, rows)
      const total = await totalOf(query, () => countDeliveries(db, workspaceId, request))
      return { deliveries, next_cursor: nextCursor, ...total }
    },
  )

  routes.get(
    '/v1/deliveries/troubles',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'list_troubles',
        summary: 'List failing recipients',
        description:
          'Lists recipients whose deliveries fail, and whether delivery to them is suspended.',
        tags,
        response: {
          200: Type.Object(
            { troubles: Type.Array(Trouble, { description: 'The failing recipients.' }) },
            { description: 'The failing recipients.' },
          ),
          ...failures(401, 403),
        },
      },
    },
    async ({ caller }) => ({ troubles: await presentTroubles(db, caller.workspaceId) }),
  )

  routes.delete(
    '/v1/deliveries/troubles/:agent_id',
    {
      config: { access: { tool: 'promptyoself_execute' }, isAct: true },
      schema: {
        operationId: 'clear_trouble',
        summary: 'Resume delivery to a recipient',
        description: 'Clears the failures of a recipient and sends its held prompts.',
        tags,
        params: Type.Object({
          agent_id: Type.String({ pattern: PRINTABLE, description: 'The recipient.' }),
        }),
        response: {
          200: Type.Object(
            { cleared: Type.Boolean({ description: 'Whether the recipient had failures.' }) },
            { description: 'The recipient receives prompts again.' },
          ),
          ...failures(401, 403),
        },
      },
    },
    async (request) => {
      const { params, caller } = request
      const { agent_id: name } = params
      const cleared = await performAct(db, request, async (trx) => {
        const result = await clearTrouble(trx, caller.workspaceId, name, clock())
        return { result, change: { kind: 'recipient', name, before: { in_trouble: result } } }
      })
      prompts.delivery.sweepNow()
      return { cleared }
    },
  )

  routes.get(
    '/v1/deliveries/:id',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'get_delivery',
        summary: 'Get a delivery',
        description: 'Returns one delivery with all its attempts.',
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
      config: { access: { tool: 'promptyoself_execute' } },
      schema: {
        operationId: 'resend_delivery',
        summary: 'Resend a delivery',
        description: 'Sends a failed or unconfirmed delivery again with the same id.',
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
