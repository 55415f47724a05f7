import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { mayUse } from '../http/route-access.ts'
import { failures } from '../openapi/operation.ts'
import { SEARCHED_CALLS } from '../queries/call-log/list-tool-calls.ts'
import { type Found, KINDS, searchSources } from '../search/search-sources.ts'
import type { Services } from '../services.ts'
import { typed } from './schema/typed.ts'

const MAX_TEXT = 200

const Result = Type.Object(
  {
    kind: Type.Union(
      KINDS.map((kind) => Type.Literal(kind)),
      { description: 'What was found.' },
    ),
    id: Type.String({
      description: 'The id, or the name or key. For a row: the id of its document.',
    }),
    table_id: Type.Optional(
      Type.String({
        description: 'For a row: its table. For a document: a table that has a row of it.',
      }),
    ),
    label: Type.String({ description: 'The text that was found, shortened.' }),
    detail: Type.String({ description: 'More about it, shortened.' }),
  },
  { description: 'Something that contains the text.' },
)

type Options = { readonly catalog: Catalog; readonly services: Services }

export function searchRoute(app: FastifyInstance, options: Options): void {
  typed(app).get(
    '/v1/search',
    {
      config: { access: 'workspace' },
      schema: {
        operationId: 'search',
        summary: 'Search everything',
        description: `Finds tools, agents, context keys, tables, documents, rows, scheduled prompts and calls (among the newest ${SEARCHED_CALLS}) that contain a text, in any case, as far as the key may list them. An agent finds the context that it can read, by whole words.`,
        tags: ['Operation'],
        querystring: Type.Object({
          text: Type.String({ minLength: 2, maxLength: 255, description: 'The text to find.' }),
          limit: Type.Integer({
            default: 5,
            minimum: 1,
            maximum: 50,
            description: 'Maximum number of results of each kind.',
          }),
        }),
        response: {
          200: Type.Object(
            { results: Type.Array(Result, { description: 'The results, by kind.' }) },
            { description: 'What was found.' },
          ),
          ...failures(400, 401, 403),
        },
      },
    },
    async ({ query: { text, limit }, caller }) => {
      // Calls are written in batches: flush, so that the newest ones are found.
      await options.services.callLog.flush()
      const results: Found[] = []
      for (const { kind, access, find } of searchSources({ ...options, caller })) {
        if (!mayUse(access, caller)) continue
        for (const found of await find(text, limit)) {
          const { label, detail } = found
          results.push({ ...found, kind, label: shorten(label), detail: shorten(detail) })
        }
      }
      return { results }
    },
  )
}

const shorten = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`
