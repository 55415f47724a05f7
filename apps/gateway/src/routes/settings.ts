import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { failures } from '../openapi/operation.ts'
import { PageOf } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const Setting = Type.Object(
  {
    variable: Type.String({ description: 'The environment variable that changes it.' }),
    value: Type.String({ description: 'The value that is in force.' }),
    description: Type.String({ description: 'What it limits.' }),
  },
  { description: 'A setting of the gateway.' },
)

type Limits = Partial<
  Pick<
    Config,
    | 'bodyLimit'
    | 'answerLimit'
    | 'rateLimit'
    | 'toolRateLimit'
    | 'workspaceRateLimit'
    | 'maxInFlight'
    | 'quotas'
    | 'callLogDays'
    | 'callLogRows'
    | 'auditDays'
  >
>

/** The limits and retention times of the process. Secrets are not settings. */
export function settingsRoute(app: FastifyInstance, limits: Limits): void {
  typed(app).get(
    '/v1/settings',
    {
      config: { access: 'root' },
      schema: {
        operationId: 'list_settings',
        summary: 'List limits and retention times',
        description: 'The limits in force. They are changed with environment variables.',
        tags: ['Operation'],
        response: { 200: PageOf('settings', Setting), ...failures(401, 403) },
      },
    },
    async () => ({ settings: present(limits), next_cursor: null }),
  )
}

const present = (limits: Limits) =>
  (
    [
      ['QM_RATE_LIMIT', limits.rateLimit, 'Calls per agent and minute; 0 for no limit'],
      [
        'QM_TOOL_RATE_LIMIT',
        limits.toolRateLimit,
        'Calls of one tool per agent and minute; 0 for no limit',
      ],
      [
        'QM_WORKSPACE_RATE_LIMIT',
        limits.workspaceRateLimit,
        'Calls per workspace and minute; 0 for no limit',
      ],
      ['QM_MAX_IN_FLIGHT', limits.maxInFlight, 'Requests that the process handles at once'],
      ['QM_BODY_LIMIT', limits.bodyLimit, 'Bytes of a request body'],
      ['QM_ANSWER_LIMIT', limits.answerLimit, 'Bytes of an answer'],
      ['QM_QUOTA_KEYS', limits.quotas?.keys, 'Context keys per workspace; 0 for no limit'],
      ['QM_QUOTA_BYTES', limits.quotas?.bytes, 'Bytes that a workspace stores; 0 for no limit'],
      ['QM_QUOTA_ROWS', limits.quotas?.rows, 'Table rows per workspace; 0 for no limit'],
      [
        'QM_QUOTA_SCHEDULES',
        limits.quotas?.schedules,
        'Active schedules per workspace; 0 for no limit',
      ],
      ['QM_CALL_LOG_DAYS', limits.callLogDays, 'Days that the call log is kept'],
      ['QM_CALL_LOG_ROWS', limits.callLogRows, 'Rows that the call log keeps'],
      ['QM_AUDIT_DAYS', limits.auditDays, 'Days that the audit log is kept; 0 for ever'],
    ] as const
  ).flatMap(([variable, value, description]) =>
    value === undefined ? [] : [{ variable, value: String(value), description }],
  )
