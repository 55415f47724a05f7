import {
  changeSchedule,
  checkRecipient,
  countSchedules,
  getSchedule,
  listSchedulePage,
  PRINTABLE,
  PresentedSchedule,
  pauseSchedule,
  pauseWorkspace,
  presentDelivery,
  presentPause,
  presentSchedule,
  resumeSchedule,
  resumeWorkspace,
  runNow,
  SCHEDULE_ORDERS,
  ScheduleChanges,
} from '@quartermaster/prompts'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { DEADLINE_MS } from './deadline.ts'
import { Delivery } from './deliveries.ts'
import { Nullable } from './schema/fields.ts'
import { ListOf, ListQuery, listRequest, namesOf, totalOf } from './schema/page.ts'
import { typed } from './schema/typed.ts'

export const ScheduleById = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'Schedule id; GET /v1/schedules lists them.' }),
})
const tags = ['Schedules']

const WorkspaceState = Type.Object(
  {
    paused: Type.Boolean({ description: 'Whether the prompts of the workspace are paused.' }),
    changed: Type.Boolean({ description: 'Whether this call changed the state.' }),
  },
  { description: 'Whether the workspace is paused.' },
)

const Pause = Type.Object(
  {
    paused: Type.Boolean({ description: 'Whether the prompts of the workspace are paused.' }),
    paused_since: Nullable(Type.String({ description: 'Start of the pause in UTC.' })),
    paused_by: Nullable(Type.String({ description: 'The agent that paused the workspace.' })),
  },
  { description: 'Whether the workspace is paused.' },
)

export function scheduleRoutes(app: FastifyInstance, services: Services): void {
  const { prompts, clock } = services
  const { db } = services.database
  const where = ({ caller }: FastifyRequest) => ({
    db,
    caller,
    workspaceId: caller.workspaceId,
    now: clock(),
  })

  const routes = typed(app)

  routes.get(
    '/v1/schedules',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'list_schedules',
        summary: 'List schedules',
        description: 'Lists the scheduled prompts in the order of their next delivery.',
        tags,
        querystring: Type.Object({
          agent_id: Type.Optional(
            Type.String({ pattern: PRINTABLE, description: 'Only prompts for this recipient.' }),
          ),
          include_ended: Type.Boolean({
            default: false,
            description: 'Whether to include cancelled and completed schedules.',
          }),
          ...ListQuery(namesOf(SCHEDULE_ORDERS), 'their prompt or recipient'),
        }),
        response: { 200: ListOf('schedules', PresentedSchedule), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { agent_id, include_ended, ...list } = query
      const { workspaceId } = caller
      const request = { ...listRequest(list), agentId: agent_id, includeEnded: include_ended }
      const { schedules, nextCursor } = await listSchedulePage(db, workspaceId, request)
      const total = await totalOf(query, () => countSchedules(db, workspaceId, request))
      return { schedules, next_cursor: nextCursor, ...total }
    },
  )

  routes.get(
    '/v1/schedules/pause',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'get_workspace_pause',
        summary: 'Get the pause of the workspace',
        description:
          'Returns whether all prompts of the workspace are paused, since when and by whom.',
        tags,
        response: { 200: Pause, ...failures(401, 403) },
      },
    },
    async (request) => presentPause(where(request)),
  )

  routes.post(
    '/v1/schedules/pause',
    {
      config: { access: { tool: 'pause_prompts' }, isAct: true },
      schema: {
        operationId: 'pause_workspace',
        summary: 'Pause the workspace',
        description: 'Pauses all scheduled prompts of the workspace immediately.',
        tags,
        response: { 200: WorkspaceState, ...failures(401, 403) },
      },
    },
    async (request) => {
      const { agent, workspace: name } = request.caller
      const changed = await performAct(db, request, async (trx) => {
        const result = await pauseWorkspace({ ...where(request), db: trx }, agent)
        const [before, after] = [{ paused: !result }, { paused: true }]
        return { result, change: { kind: 'workspace', name, before, after } }
      })
      return { paused: true, changed }
    },
  )

  routes.post(
    '/v1/schedules/resume',
    {
      config: { access: { tool: 'pause_prompts' }, isAct: true },
      schema: {
        operationId: 'resume_workspace',
        summary: 'Resume the workspace',
        description: 'Resumes the scheduled prompts of the workspace.',
        tags,
        response: { 200: WorkspaceState, ...failures(401, 403) },
      },
    },
    async (request) => {
      const { workspace: name } = request.caller
      const changed = await performAct(db, request, async (trx) => {
        const result = await resumeWorkspace({ ...where(request), db: trx })
        const [before, after] = [{ paused: result }, { paused: false }]
        return { result, change: { kind: 'workspace', name, before, after } }
      })
      return { paused: false, changed }
    },
  )

  routes.get(
    '/v1/schedules/:id',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'get_schedule',
        summary: 'Get a schedule',
        description: 'Returns one scheduled prompt.',
        tags,
        params: ScheduleById,
        response: { 200: PresentedSchedule, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, caller }) =>
      presentSchedule(db, await getSchedule(db, caller.workspaceId, params.id)),
  )

  routes.patch(
    '/v1/schedules/:id',
    {
      config: { access: { tool: 'promptyoself_cancel' } },
      schema: {
        operationId: 'change_schedule',
        summary: 'Update a schedule',
        description: 'Changes a scheduled prompt. Its id, count and history are kept.',
        tags,
        params: ScheduleById,
        body: ScheduleChanges,
        response: { 200: PresentedSchedule, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const { caller, params, body } = request
      const { skip_validation, ...changes } = body
      if (changes.agent_id !== undefined && !skip_validation) {
        const signal = AbortSignal.timeout(DEADLINE_MS)
        await checkRecipient({ caller, services: services.forTools, signal }, changes.agent_id)
      }
      return presentSchedule(db, await changeSchedule(where(request), params.id, changes))
    },
  )

  for (const { name, summary, description, change } of [
    {
      name: 'pause',
      summary: 'Pause a schedule',
      description: 'Nothing is delivered until the schedule is resumed.',
      change: pauseSchedule,
    },
    {
      name: 'resume',
      summary: 'Resume a schedule',
      description: 'Slots missed during the pause are handled by the misfire policy.',
      change: resumeSchedule,
    },
  ]) {
    routes.post(
      `/v1/schedules/:id/${name}`,
      {
        config: { access: { tool: 'promptyoself_cancel' }, isAct: true },
        schema: {
          operationId: `${name}_schedule`,
          summary,
          description,
          tags,
          params: ScheduleById,
          response: { 200: PresentedSchedule, ...failures(400, 401, 403, 404, 409) },
        },
      },
      async (request) => {
        const { id } = request.params
        const schedule = await performAct(db, request, async (trx) => {
          const { paused_at } = await getSchedule(trx, request.caller.workspaceId, id)
          const result = await change({ ...where(request), db: trx }, id)
          const after = { paused_at: result.paused_at }
          return { result, change: { kind: 'schedule', name: id, before: { paused_at }, after } }
        })
        return presentSchedule(db, schedule)
      },
    )
  }

  routes.post(
    '/v1/schedules/:id/run',
    {
      config: { access: { tool: 'promptyoself_cancel' } },
      schema: {
        operationId: 'run_schedule',
        summary: 'Run a schedule now',
        description: 'Delivers the prompt once now, in addition to its scheduled deliveries.',
        tags,
        params: ScheduleById,
        response: { 202: Delivery, ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const delivery = await runNow(where(request), prompts, request.params.id)
      return reply.code(202).send(await presentDelivery(db, delivery))
    },
  )
}
