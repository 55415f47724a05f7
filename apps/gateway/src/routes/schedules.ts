import {
  changeSchedule,
  checkRecipient,
  getSchedule,
  listPage,
  PRINTABLE,
  pauseSchedule,
  pauseWorkspace,
  previewRuns,
  promptTools,
  resumeSchedule,
  resumeWorkspace,
  runNow,
  ScheduleChanges,
  ShownSchedule,
  showDelivery,
  showPause,
  showSchedule,
  simulate,
} from '@quartermaster/prompts'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { PageOf, PageQuery } from './page.ts'
import { Delivery } from './prompt-shapes.ts'
import { checkMayCall, DEADLINE_MS, Nullable } from './stack-shapes.ts'
import { typed } from './typed.ts'

const ById = Type.Object({ id: Type.Integer({ minimum: 1, description: 'The schedule’s id.' }) })
const tags = ['Schedules']
const Runs = Type.Array(Type.String({ description: 'A moment, in UTC.' }))

const WorkspaceState = Type.Object(
  {
    paused: Type.Boolean({ description: 'Whether the prompts of this workspace are stopped.' }),
    changed: Type.Boolean({ description: 'Whether this call changed that.' }),
  },
  { description: 'The state of the workspace.' },
)

const Pause = Type.Object(
  {
    paused: Type.Boolean({ description: 'Whether the prompts of this workspace are stopped.' }),
    paused_since: Nullable(Type.String({ description: 'In UTC.' })),
    paused_by: Nullable(Type.String({ description: 'The agent that stopped them.' })),
  },
  { description: 'Whether the workspace is paused.' },
)

const Simulation = Type.Object(
  {
    runs: Type.Array(
      Type.Object({
        schedule_id: Type.Integer(),
        agent_id: Type.String(),
        at: Type.String({ description: 'When it would be delivered.' }),
        scheduled_for: Type.String({ description: 'The run’s own moment.' }),
      }),
    ),
    count: Type.Integer(),
    truncated: Type.Boolean({ description: 'There would be more than are shown.' }),
  },
  { description: 'What would be delivered, in order.' },
)

/** Scheduled prompts beside their tools: to look at, change, pause and try them. */
export function scheduleRoutes(app: FastifyInstance, services: Services): void {
  const { prompts, clock } = services
  const { db } = services.database
  const where = ({ caller }: FastifyRequest) => ({
    db,
    workspaceId: caller.workspaceId,
    now: clock(),
  })
  const mayRead = async ({ caller }: FastifyRequest) =>
    checkMayCall(caller, promptTools.tools, 'promptyoself_list')
  const mayChange = async ({ caller }: FastifyRequest) =>
    checkMayCall(caller, promptTools.tools, 'promptyoself_cancel')

  const routes = typed(app)

  routes.get(
    '/v1/schedules',
    {
      preHandler: mayRead,
      schema: {
        operationId: 'list_schedules',
        summary: 'List scheduled prompts in the order of their next runs',
        tags,
        querystring: Type.Object({
          agent_id: Type.Optional(
            Type.String({ pattern: PRINTABLE, description: 'Only those for this agent.' }),
          ),
          include_ended: Type.Boolean({
            default: false,
            description: 'Also cancelled and finished ones.',
          }),
          ...PageQuery,
        }),
        response: { 200: PageOf('schedules', ShownSchedule), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { schedules, nextCursor } = await listPage(db, caller.workspaceId, {
        ...{ agentId: query.agent_id, limit: query.limit, cursor: query.cursor },
        includeEnded: query.include_ended,
      })
      return { schedules, next_cursor: nextCursor }
    },
  )

  routes.get(
    '/v1/schedules/pause',
    {
      preHandler: mayRead,
      schema: {
        operationId: 'get_workspace_pause',
        summary: 'Whether all prompts of the workspace are stopped, since when and by whom',
        tags,
        response: { 200: Pause, ...failures(401, 403) },
      },
    },
    async (request) => showPause(where(request)),
  )

  routes.post(
    '/v1/schedules/pause',
    {
      preHandler: mayChange,
      schema: {
        operationId: 'pause_workspace',
        summary: 'Stop all prompts of the workspace at once',
        tags,
        response: { 200: WorkspaceState, ...failures(401, 403) },
      },
    },
    async (request) => {
      const changed = await pauseWorkspace(where(request), request.caller.agent)
      return { paused: true, changed }
    },
  )

  routes.post(
    '/v1/schedules/resume',
    {
      preHandler: mayChange,
      schema: {
        operationId: 'resume_workspace',
        summary: 'Let the prompts of the workspace go on',
        tags,
        response: { 200: WorkspaceState, ...failures(401, 403) },
      },
    },
    async (request) => {
      const changed = await resumeWorkspace(where(request), prompts)
      return { paused: false, changed }
    },
  )

  routes.get(
    '/v1/schedules/simulation',
    {
      preHandler: mayRead,
      schema: {
        operationId: 'simulate_schedules',
        summary: 'What would be delivered in the coming days, or after an outage',
        tags,
        querystring: Type.Object({
          days: Type.Integer({ default: 14, minimum: 1, maximum: 366 }),
          outage_hours: Type.Number({
            default: 0,
            minimum: 0,
            maximum: 8784,
            description: 'Suppose that nothing runs for so long from now.',
          }),
        }),
        response: { 200: Simulation, ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) =>
      simulate(db, caller.workspaceId, {
        ...{ now: clock(), days: query.days, outageHours: query.outage_hours },
      }),
  )

  routes.get(
    '/v1/schedules/:id',
    {
      preHandler: mayRead,
      schema: {
        operationId: 'get_schedule',
        summary: 'One scheduled prompt',
        tags,
        params: ById,
        response: { 200: ShownSchedule, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, caller }) =>
      showSchedule(db, await getSchedule(db, caller.workspaceId, params.id)),
  )

  routes.patch(
    '/v1/schedules/:id',
    {
      preHandler: mayChange,
      schema: {
        operationId: 'change_schedule',
        summary: 'Change a scheduled prompt in place: its id, count and history stay',
        tags,
        params: ById,
        body: ScheduleChanges,
        response: { 200: ShownSchedule, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const { caller, params, body } = request
      const { skip_validation, ...changes } = body
      if (changes.agent_id !== undefined && !skip_validation) {
        const signal = AbortSignal.timeout(DEADLINE_MS)
        await checkRecipient({ caller, services: services.forTools, signal }, changes.agent_id)
      }
      return showSchedule(db, await changeSchedule(where(request), params.id, changes))
    },
  )

  for (const { name, summary, change } of [
    { name: 'pause', summary: 'Stop a scheduled prompt for now', change: pauseSchedule },
    { name: 'resume', summary: 'Let a scheduled prompt go on', change: resumeSchedule },
  ]) {
    routes.post(
      `/v1/schedules/:id/${name}`,
      {
        preHandler: mayChange,
        schema: {
          operationId: `${name}_schedule`,
          summary,
          tags,
          params: ById,
          response: { 200: ShownSchedule, ...failures(400, 401, 403, 404, 409) },
        },
      },
      async (request) => showSchedule(db, await change(where(request), request.params.id)),
    )
  }

  routes.post(
    '/v1/schedules/:id/run',
    {
      preHandler: mayChange,
      schema: {
        operationId: 'run_schedule',
        summary: 'Deliver it once now, beside its own runs',
        tags,
        params: ById,
        response: { 202: Delivery, ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const delivery = await runNow(where(request), prompts, request.params.id)
      return reply.code(202).send(await showDelivery(db, delivery))
    },
  )

  routes.get(
    '/v1/schedules/:id/preview',
    {
      preHandler: mayRead,
      schema: {
        operationId: 'preview_schedule',
        summary: 'The next runs of a scheduled prompt',
        tags,
        params: ById,
        querystring: Type.Object({
          count: Type.Integer({ default: 5, minimum: 1, maximum: 1000 }),
        }),
        response: {
          200: Type.Object({ runs: Runs, count: Type.Integer() }, { description: 'The runs.' }),
          ...failures(400, 401, 403, 404),
        },
      },
    },
    async ({ params, query, caller }) => {
      const schedule = await getSchedule(db, caller.workspaceId, params.id)
      const runs = await previewRuns(schedule, clock(), query.count)
      return { runs, count: runs.length }
    },
  )
}
