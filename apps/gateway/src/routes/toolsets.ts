import { judgeTool, type Verdict } from '@quartermaster/descriptors'
import {
  DISABLED,
  toolsetFamily,
  type VisibleToolsets,
  visibleToolsets,
} from '@quartermaster/manifests'
import { type Caller, mayCall, type Tool, toolPath } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, Nullable } from './schema/fields.ts'
import { PageOf } from './schema/page.ts'
import { typed } from './schema/typed.ts'
import { presentVerdict, VerdictFields } from './verdicts.ts'

const Functions = Type.Array(
  Type.Object({
    name: Type.String({ description: 'Function name.' }),
    description: Type.String({ description: 'Description for the model.' }),
    timeout: Type.Integer({ description: 'Maximum duration of a call in seconds.' }),
  }),
  { description: 'The functions that this key may call.' },
)

const Toolset = Type.Object(
  {
    id: Type.String({ description: 'Toolset id: the name of its folder.' }),
    label: Type.String({ description: 'Display name.' }),
    functions: Functions,
  },
  { description: 'A folder of tools.' },
)

const Problems = (description: string) =>
  Type.Array(
    Type.Object({
      file: Type.String({ description: 'File name, relative to the folder.' }),
      line: Nullable(Type.Integer({ description: 'Line number, if known.' })),
      reason: Type.String({ description: 'The problem.' }),
    }),
    { description },
  )

const Report = Type.Object({
  folder: Type.String({ description: 'Folder name.' }),
  status: Type.Union(
    ['loading', 'loaded', 'serving_last_good', 'broken'].map((status) => Type.Literal(status)),
    {
      description: 'serving_last_good: the folder is broken now, its last valid version is served.',
    },
  ),
  loaded_at: Nullable(Instant('Load time of the version that is served.')),
  problems: Problems('Reasons why the folder cannot be loaded.'),
  warnings: Problems('Problems that do not prevent loading.'),
  verdicts: Type.Array(Type.Object(VerdictFields), {
    description: 'Functions that a vendor does not accept as they are defined.',
  }),
})

const Answer = Type.Composite(
  [
    PageOf('toolsets', Toolset),
    Type.Object({
      load_report: Type.Array(Report, {
        description: 'The load status of every folder; empty unless the root key asks.',
      }),
    }),
  ],
  { description: 'All toolsets, and the load status of every folder.' },
)

export function toolsetListRoutes(app: FastifyInstance, { toolsets }: Services): void {
  typed(app).get(
    '/v1/toolsets',
    {
      config: { access: 'workspace' },
      schema: {
        operationId: 'list_toolsets',
        summary: 'List toolsets',
        description:
          'Lists the tool folders, the functions that this key may call, and the load status of every folder.',
        tags: ['Your own tools'],
        response: { 200: Answer, ...failures(401) },
      },
    },
    async ({ caller }) => {
      // A folder that was just added must be in the list.
      await toolsets.awaitNew()
      return presentToolsets(caller, visibleToolsets(toolsets, caller))
    },
  )
}

const presentToolsets = (caller: Caller, toolsets: VisibleToolsets) => ({
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
    verdicts: (toolsets.tools(report.folder) ?? []).flatMap(verdictsOf),
  })),
})

// Tools are new objects whenever their folder is loaded again.
const known = new WeakMap<Tool, Verdict[]>()

function verdictsOf(tool: Tool) {
  const verdicts =
    known.get(tool) ??
    judgeTool({ tool, path: toolPath(tool.name) }).filter(({ outcome }) => outcome !== 'accepted')
  known.set(tool, verdicts)
  return verdicts.map(presentVerdict)
}

const functionsFor = ({ access }: Caller, toolsets: VisibleToolsets, id: string) =>
  (toolsets.tools(id) ?? [])
    .filter((tool) => mayCall(access, { tool, path: toolPath(tool.name, toolsetFamily.path(id)) }))
    .map(({ name, description, timeoutSeconds }) => ({
      name,
      description,
      timeout: timeoutSeconds,
    }))
