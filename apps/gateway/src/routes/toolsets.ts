import { DISABLED, type Toolsets, toolsetFamily } from '@quartermaster/manifests'
import { type Caller, mayCall } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf } from './page.ts'
import { typed } from './typed.ts'

const Functions = Type.Array(
  Type.Object({
    name: Type.String(),
    description: Type.String(),
    timeout: Type.Integer({ description: 'Seconds a call may take.' }),
  }),
  { description: 'The functions that this key may call.' },
)

const Toolset = Type.Object(
  {
    id: Type.String({ description: 'The name of the folder.' }),
    label: Type.String({ description: 'The name that people choose it by.' }),
    functions: Functions,
  },
  { description: 'A folder of tools.' },
)

const Problems = (description: string) =>
  Type.Array(
    Type.Object({
      file: Type.String({ description: 'In the folder.' }),
      line: Type.Union([Type.Integer(), Type.Null()]),
      reason: Type.String(),
    }),
    { description },
  )

const Report = Type.Object({
  folder: Type.String(),
  status: Type.Union(
    ['loading', 'loaded', 'serving_last_good', 'broken'].map((status) => Type.Literal(status)),
    { description: 'serving_last_good: what is in the folder now is broken.' },
  ),
  loaded_at: Type.Union([Instant('When what serves was loaded.'), Type.Null()]),
  problems: Problems('Why it cannot be loaded.'),
  warnings: Problems('What its author should know, although it works.'),
})

const Answer = Type.Composite(
  [PageOf('toolsets', Toolset), Type.Object({ load_report: Type.Array(Report) })],
  { description: 'All that can be chosen, and what became of every folder.' },
)

/** The folders of tools: what can be chosen, and what is wrong with those that cannot. */
export function toolsetListRoutes(app: FastifyInstance, { toolsets }: Services): void {
  typed(app).get(
    '/v1/toolsets',
    {
      schema: {
        operationId: 'list_toolsets',
        summary: 'The folders of tools, and how they loaded',
        tags: ['Your own tools'],
        response: { 200: Answer, ...failures(401) },
      },
    },
    async ({ caller }) => {
      // Whoever has just put a folder there expects to find it.
      await toolsets.awaitNew()
      return listing(caller, toolsets)
    },
  )
}

const listing = (caller: Caller, toolsets: Toolsets) => ({
  toolsets: [
    { id: DISABLED, label: DISABLED, functions: [] },
    ...toolsets.list().map(({ id, manifest: { label } }) => ({
      id,
      label,
      functions: functionsFor(caller, toolsets, id),
    })),
  ],
  next_cursor: null,
  load_report: toolsets.report().map(({ loadedAt, ...report }) => ({
    ...report,
    loaded_at: loadedAt,
  })),
})

/** What is listed is what can be called. */
const functionsFor = ({ access }: Caller, toolsets: Toolsets, id: string) =>
  (toolsets.tools(id) ?? [])
    .filter((tool) =>
      mayCall(access, { tool, path: `${toolsetFamily.path(id)}/tools/${tool.name}` }),
    )
    .map(({ name, description, timeoutSeconds }) => ({
      name,
      description,
      timeout: timeoutSeconds,
    }))
