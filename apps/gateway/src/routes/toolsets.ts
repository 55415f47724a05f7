import { judgeTool, type Verdict } from '@quartermaster/descriptors'
import {
  DISABLED,
  toolsetFamily,
  type VisibleToolsets,
  visibleToolsets,
} from '@quartermaster/manifests'
import { type Caller, mayCall, type Tool, ToolError, toolPath } from '@quartermaster/toolkit'
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

const Names = (description: string) => Type.Array(Type.String(), { description })

const Changes = Type.Object(
  {
    at: Instant('Load time of the version that changed something.'),
    added: Names('Names of new functions.'),
    removed: Names('Names of functions that are no longer there.'),
    changed: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Function name.' }),
        parts: Names(
          'The parts that differ: description, parameters, defaults, timeout, effect, target.',
        ),
      }),
      { description: 'Functions with a changed definition.' },
    ),
    settings: Names(
      'Parts of the manifest that differ: label, secrets (their names), workspaces, permissions.',
    ),
    files: Names('Files that were added, removed or changed.'),
  },
  {
    description:
      'The differences that the last reload made; null if the folder has not changed since the process started.',
  },
)

const LogEntry = Type.Object(
  {
    at: Instant('Time of the line.'),
    level: Type.Union(
      ['debug', 'info', 'warn', 'error'].map((level) => Type.Literal(level)),
      { description: 'Severity. Standard output is info, standard error warn.' },
    ),
    function: Nullable(
      Type.String({ description: 'The function that was called; null outside calls.' }),
    ),
    message: Type.String({
      description: 'One line, cut at 500 characters, without secrets, addresses and paths.',
    }),
  },
  { description: 'A line of a folder’s log.' },
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
  last_change: Nullable(Changes),
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

  typed(app).get(
    '/v1/toolsets/:id/log',
    {
      config: { access: 'root' },
      schema: {
        operationId: 'list_toolset_log',
        summary: 'List the log of a tool folder',
        description:
          'The latest lines of a folder, newest first: what its module wrote, loads, and failures. Each process keeps up to 200 lines of a folder in memory, and answers with its own.',
        tags: ['Your own tools'],
        params: Type.Object({ id: Type.String({ description: 'Folder name.' }) }),
        response: { 200: PageOf('entries', LogEntry), ...failures(401, 403, 404) },
      },
    },
    async ({ caller, params: { id } }) => {
      const entries = visibleToolsets(toolsets, caller).log(id)
      if (entries === undefined) {
        throw new ToolError('not_found', `There is no tool folder '${id.slice(0, 100)}'.`, {
          suggestion: 'Call GET /v1/toolsets: load_report lists the folders.',
        })
      }
      return { entries: [...entries], next_cursor: null }
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
  load_report: toolsets.report().map(({ loadedAt, changes, ...report }) => ({
    ...report,
    loaded_at: loadedAt,
    last_change: changes,
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
