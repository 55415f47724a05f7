import { modelSchema } from '@quartermaster/descriptors'
import { type Caller, mayCall } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import {
  asOffered,
  type OfferedTool,
  SubjectQuery,
  selectTools,
} from '../tool-call/select-tools.ts'
import { PageOf } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const Parameter = Type.Object({
  name: Type.String({ description: 'Parameter name.' }),
  type: Type.String({ description: 'JSON type; several are separated by `|`.' }),
  required: Type.Boolean({ description: 'Whether the parameter must be sent.' }),
  description: Type.String({ description: 'Description for the model.' }),
})

const ListedTool = Type.Object(
  {
    name: Type.String({ description: 'Name under which descriptors and MCP offer the tool.' }),
    path: Type.String({ description: 'The path to call.' }),
    methods: Type.Array(Type.String(), { description: 'HTTP methods of the path.' }),
    description: Type.String({ description: 'Description for the model.' }),
    effect: Type.String({ description: 'read, write or destroy.' }),
    timeout: Type.Integer({ description: 'Maximum duration of a call in seconds.' }),
    parameters: Type.Array(Parameter, { description: 'The parameters in short form.' }),
  },
  { description: 'A tool that the key may call.' },
)

const Family = Type.Object({
  subject: Type.String({ description: 'table, document, toolset or thread.' }),
  path: Type.String({ description: 'Path of the tools of one subject.' }),
  tools: Type.Array(Type.String(), { description: 'Names of the tools, where they are fixed.' }),
})

const Tools = Type.Composite(
  [
    PageOf('tools', ListedTool),
    Type.Object({
      families: Type.Array(Family, {
        description: 'Tools that belong to a subject. `?table=ID` lists those of a table.',
      }),
    }),
  ],
  { description: 'The tools of the key.' },
)

type Options = { catalog: Catalog; services: Services }

export function toolListRoute(app: FastifyInstance, options: Options): void {
  typed(app).get(
    '/v1/tools',
    {
      config: { access: 'any-key' },
      schema: {
        operationId: 'list_tools',
        summary: 'List tools',
        description:
          'Lists all tools that the key may call, including those of all toolsets, with their paths. Select a table, document, toolset or thread to list its tools instead.',
        tags: ['Descriptors'],
        querystring: Type.Object(SubjectQuery),
        response: { 200: Tools, ...failures(400, 401, 404) },
      },
    },
    async ({ query, caller }) => {
      const tools = await selectTools(options, caller, query)
      return {
        tools: tools.filter(({ isPermitted }) => isPermitted).map(presentTool),
        next_cursor: null,
        families: presentFamilies(options.catalog, caller),
      }
    },
  )
}

function presentTool(offered: OfferedTool) {
  const { tool, path, name } = offered
  const { properties, required } = modelSchema(asOffered(offered).tool as never)
  return {
    name,
    path,
    methods: [...tool.methods],
    description: tool.description,
    effect: tool.effect,
    timeout: Math.ceil(tool.timeoutSeconds),
    parameters: Object.entries(properties).map(([parameter, schema]) => ({
      name: parameter,
      type: [schema.type ?? 'any'].flat().join('|'),
      required: required.includes(parameter),
      description: String(schema.description ?? ''),
    })),
  }
}

/** A key that is limited to paths cannot call tools of subjects that it does not know. */
const presentFamilies = ({ families }: Catalog, { access }: Caller) =>
  access.paths !== null
    ? []
    : families.map(({ binding, path, genericTools }) => ({
        subject: binding,
        path: `${path('{id}')}/tools/{name}`,
        tools: genericTools
          .filter((tool) => mayCall(access, { tool, path: '' }))
          .map(({ name }) => name),
      }))
