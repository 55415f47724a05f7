import {
  getSchedule,
  MAX_SIMULATED,
  previewSlots,
  previewTiming,
  scheduleCalendar,
  simulateSlots,
} from '@quartermaster/prompts'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { ScheduleById } from './schedules.ts'
import { Nullable } from './schema/fields.ts'
import { typed } from './schema/typed.ts'

const tags = ['Schedules']
const Slots = Type.Array(Type.String(), { description: 'The scheduled times in UTC.' })

const Preview = Type.Object(
  { runs: Slots, count: Type.Integer({ description: 'Number of times.' }) },
  { description: 'The next scheduled times.' },
)

const PreviewCount = Type.Integer({
  default: 5,
  minimum: 1,
  maximum: 1000,
  description: 'Number of times to return.',
})

const TimingText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 1000, description }))

const Simulation = Type.Object(
  {
    runs: Type.Array(
      Type.Object({
        schedule_id: Type.Integer({ description: 'Schedule id.' }),
        agent_id: Type.String({ description: 'The recipient.' }),
        at: Type.String({ description: 'Expected time of delivery.' }),
        scheduled_for: Type.String({ description: 'The scheduled time.' }),
      }),
      { description: 'The expected deliveries in order.' },
    ),
    count: Type.Integer({ description: 'Number of the deliveries in `runs`.' }),
    truncated: Type.Boolean({ description: 'Whether there would be more deliveries.' }),
    unfinished: Type.Array(
      Type.Object({
        schedule_id: Type.Integer({ description: 'Schedule id.' }),
        until: Type.String({ description: 'Time of its last delivery in `runs`.' }),
      }),
      { description: 'Schedules that have more deliveries than their share of `limit`.' },
    ),
  },
  { description: 'The expected deliveries.' },
)

const Calendar = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'The day, for example 2026-05-04.' }),
        entries: Type.Array(
          Type.Object({
            schedule_id: Nullable(
              Type.Integer({ description: 'Schedule id; null for a test delivery.' }),
            ),
            agent_id: Type.String({ description: 'The recipient.' }),
            outcome: Type.String({
              description: 'expected, delivered, late, caught up, open, failed or cancelled.',
            }),
            first: Type.String({ description: 'The first of these times in UTC.' }),
            count: Type.Integer({ description: 'Number of these times.' }),
            has_more: Type.Boolean({
              description: 'Whether there are more: too many to simulate.',
            }),
          }),
          { description: 'The times of a schedule with the same outcome, in order of the first.' },
        ),
      }),
      { description: 'The days in order.' },
    ),
    truncated: Type.Boolean({ description: 'Whether schedules are left out.' }),
  },
  { description: 'Deliveries by day.' },
)

/** When prompts will be delivered: of one schedule, of all, or of a timing that is not stored. */
export function scheduleForecastRoutes(
  app: FastifyInstance,
  { clock, database: { db } }: Services,
): void {
  const routes = typed(app)

  routes.get(
    '/v1/schedules/simulation',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'simulate_schedules',
        summary: 'Simulate schedules',
        description: 'Returns the deliveries of the coming days, optionally after an outage.',
        tags,
        querystring: Type.Object({
          days: Type.Integer({
            default: 14,
            minimum: 1,
            maximum: 366,
            description: 'Number of days to simulate.',
          }),
          outage_hours: Type.Number({
            default: 0,
            minimum: 0,
            maximum: 8784,
            description: 'Length of an assumed outage that starts now.',
          }),
          limit: Type.Integer({
            default: MAX_SIMULATED,
            minimum: 1,
            maximum: MAX_SIMULATED,
            description: 'Most deliveries to return. Each schedule has the same share of them.',
          }),
        }),
        response: { 200: Simulation, ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) =>
      simulateSlots(db, caller.workspaceId, {
        now: clock(),
        days: query.days,
        outageHours: query.outage_hours,
        limit: query.limit,
      }),
  )

  routes.get(
    '/v1/schedules/calendar',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'get_calendar',
        summary: 'Get the calendar of schedules',
        description:
          'Returns what was delivered on the last days and what is expected next, by day.',
        tags,
        querystring: Type.Object({
          days_back: Type.Integer({
            default: 2,
            minimum: 0,
            maximum: 31,
            description: 'Number of days before today.',
          }),
          days: Type.Integer({
            default: 14,
            minimum: 1,
            maximum: 366,
            description: 'Number of days from today on.',
          }),
          timezone: Type.String({
            default: 'UTC',
            maxLength: 100,
            description: 'The IANA time zone whose days these are.',
          }),
        }),
        response: { 200: Calendar, ...failures(400, 401, 403) },
      },
    },
    async ({ query: { days_back, days, timezone }, caller }) =>
      scheduleCalendar(db, caller.workspaceId, {
        now: clock(),
        daysBack: days_back,
        days,
        timezone,
      }),
  )

  routes.get(
    '/v1/schedules/preview',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'preview_timing',
        summary: 'Preview a timing',
        description:
          'Returns the first times of a schedule that does not exist yet: one of `cron`, `every` and `time`, as the scheduling tools take them.',
        tags,
        querystring: Type.Object({
          cron: TimingText('A cron expression with five fields.'),
          timezone: TimingText('The IANA time zone of `cron`. Default: UTC.'),
          every: TimingText('An interval such as 30s, 5m or 1h.'),
          start_at: TimingText('The first time of an interval. Default: one interval from now.'),
          time: TimingText('One time: ISO 8601, in the future.'),
          count: PreviewCount,
        }),
        response: { 200: Preview, ...failures(400, 401, 403) },
      },
    },
    async ({ query: { count, ...timing } }) => {
      const runs = previewTiming(timing, clock(), count)
      return { runs, count: runs.length }
    },
  )

  routes.get(
    '/v1/schedules/:id/preview',
    {
      config: { access: { tool: 'promptyoself_list' } },
      schema: {
        operationId: 'preview_schedule',
        summary: 'Preview a schedule',
        description: 'Returns the next scheduled times.',
        tags,
        params: ScheduleById,
        querystring: Type.Object({ count: PreviewCount }),
        response: { 200: Preview, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, query, caller }) => {
      const schedule = await getSchedule(db, caller.workspaceId, params.id)
      const runs = await previewSlots(schedule, clock(), query.count)
      return { runs, count: runs.length }
    },
  )
}
