import { Readable } from 'node:stream'
import type { Database } from '@quartermaster/db'
import { csvLine, neutralize } from '@quartermaster/stacks'
import { unknownCursor } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures, replyOf } from '../openapi/operation.ts'
import { type ActFilter, listActs } from '../queries/audit-log.ts'
import type { Services } from '../services.ts'
import { Instant } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { readTimestamp } from './schema/timestamp.ts'
import { typed } from './schema/typed.ts'

const State = (description: string) => Type.Unsafe<unknown>({ description })

const Act = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    acted_at: Instant('Time of the act.'),
    workspace: Type.String({ description: 'The workspace of the caller.' }),
    actor: Type.String({ description: 'The agent that acted; `root` for the operator.' }),
    key_id: Type.String({ description: 'The key that was used; `root` for the root key.' }),
    action: Type.String({ description: 'The operation, such as create_agent, or the tool.' }),
    subject_kind: Type.String({ description: 'What was changed: agent, key, role, …' }),
    subject: Type.String({ description: 'Name or id of what was changed.' }),
    before: State('The old state without secrets; null for something new.'),
    after: State('The new state without secrets; null for something deleted.'),
    request_id: Type.String({ description: 'The request id that the response carried.' }),
    address: Type.String({ description: 'The address that the request came from.' }),
  },
  { description: 'One administrative act.' },
)

const Text = (description: string) => Type.String({ maxLength: 1000, description })
const Time = (description: string) => Type.String({ format: 'date-time', description })

const Filter = Type.Partial(
  Type.Object({
    workspace: Text('Only acts of callers in this workspace. Default: all workspaces.'),
    actor: Text('Only acts of this agent.'),
    action: Text('Only this operation.'),
    subject_kind: Text('Only acts on things of this kind.'),
    subject: Text('Only acts on the thing with this name or id.'),
    search: Text(
      'Only acts whose subject, actor, action or states contain this text, in any case.',
    ),
    since: Time('Only acts at or after this time.'),
    until: Time('Only acts before this time.'),
  }),
)

const tags = ['Operation']
const config = { access: 'root' } as const

/** The audit log, for the operator. */
export function auditRoutes(app: FastifyInstance, { database: { db } }: Services): void {
  const routes = typed(app)

  routes.get(
    '/v1/audit',
    {
      config,
      schema: {
        operationId: 'list_acts',
        summary: 'List administrative acts',
        description:
          'The audit log of all workspaces, newest first: who changed agents, keys, roles, workspaces, pauses and settings or deleted something, with the old and the new state. Secrets are masked.',
        tags,
        querystring: Type.Composite([Filter, Type.Object(PageQuery)]),
        response: { 200: PageOf('acts', Act), ...failures(400, 401, 403) },
      },
    },
    async ({ query: { cursor, limit, ...filter } }) => {
      if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw unknownCursor()
      const before = cursor === undefined ? undefined : Number(cursor)
      const rows = await listActs(db, readFilter(filter), before, limit + 1)
      const acts = rows.slice(0, limit).map(present)
      return { acts, next_cursor: rows.length > limit ? (acts.at(-1)?.id ?? null) : null }
    },
  )

  routes.get(
    '/v1/audit/export',
    {
      config,
      schema: {
        operationId: 'export_acts',
        summary: 'Export administrative acts',
        description: 'Streams the audit log, newest first, as CSV or as one JSON object per line.',
        tags,
        querystring: Type.Composite([
          Filter,
          Type.Object({
            format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson')], {
              default: 'ndjson',
              description: 'File format.',
            }),
          }),
        ]),
        response: {
          200: replyOf('The acts, in the form of GET /v1/audit.', {
            'application/x-ndjson': Type.String(),
            'text/csv': Type.String(),
          }),
          ...failures(400, 401, 403),
        },
      },
    },
    async ({ query: { format, ...filter } }, reply) => {
      const { type, head, line } = FORMATS[format]
      reply.type(type).header('content-disposition', `attachment; filename="audit.${format}"`)
      return reply.send(Readable.from(exportLines(db, readFilter(filter), head, line)))
    },
  )
}

type Row = Awaited<ReturnType<typeof listActs>>[number]

const present = ({ workspace_id: _, id, before, after, ...act }: Row) => ({
  id: String(id),
  ...act,
  before: before === null ? null : JSON.parse(before),
  after: after === null ? null : JSON.parse(after),
})

const COLUMNS = [
  'id',
  'acted_at',
  'workspace',
  'actor',
  'key_id',
  'action',
  'subject_kind',
  'subject',
  'before',
  'after',
  'request_id',
  'address',
] as const satisfies (keyof Row)[]

const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvLine(COLUMNS),
    line: (row: Row) => csvLine(COLUMNS.map((name) => csvText(row[name]))),
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (row: Row) => `${JSON.stringify(present(row))}\n`,
  },
}

function csvText(value: Row[keyof Row]): string | null {
  if (value === null) return null
  return value instanceof Date ? value.toISOString() : neutralize(String(value))
}

const PAGE = 1000

async function* exportLines(
  db: Database,
  filter: ActFilter,
  head: string,
  line: (row: Row) => string,
): AsyncGenerator<string> {
  yield head
  let before: number | undefined
  do {
    const rows = await listActs(db, filter, before, PAGE)
    yield rows.map(line).join('')
    before = rows.length === PAGE ? rows.at(-1)?.id : undefined
  } while (before !== undefined)
}

function readFilter({
  since,
  until,
  ...filter
}: Omit<ActFilter, 'since' | 'until'> & { since?: string; until?: string }): ActFilter {
  return {
    ...filter,
    since: readTimestamp('since', since),
    until: readTimestamp('until', until),
  }
}
