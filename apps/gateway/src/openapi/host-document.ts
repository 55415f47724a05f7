import { modelSchema, propertySchemas } from '@quartermaster/descriptors'
import { isObject, type RoutedTool } from '@quartermaster/toolkit'
import { VERSION } from '../version.ts'
import { fitOperations } from './fit-operations.ts'
import { type Host, type HostName, hostRules, type OpenApiVersion } from './hosts.ts'
import { toSchema30 } from './schema-30.ts'
import { shortenText, summaryOf } from './texts.ts'

type Schema = Record<string, unknown>

type Options = {
  readonly publicUrl: string
  readonly host?: HostName | undefined
  readonly version?: OpenApiVersion | undefined
  /** Whether the caller named the tools. */
  readonly isSelection?: boolean
}

const INTRODUCTION = 'Tools of the Quartermaster gateway. Authenticate with the key of an agent.'

const SECURITY = {
  bearer: { type: 'http', scheme: 'bearer' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
}

/**
 * The OpenAPI document of the given tools for a tool host: absolute server, no path parameters,
 * one security scheme, texts within the limits of the host.
 */
export function hostDocument(tools: readonly RoutedTool[], options: Options): object {
  const host = hostRules(options.host)
  const { kept, leftOut } = fitOperations(tools, {
    host: options.host,
    maxOperations: host.maxOperations,
    isSelection: options.isSelection ?? false,
  })
  const version = options.version ?? host.version
  const toVersion = version === '3.0' ? toSchema30 : (schema: Schema) => schema
  return {
    openapi: version === '3.0' ? '3.0.3' : '3.1.0',
    info: {
      title: 'Quartermaster',
      version: VERSION,
      description: [INTRODUCTION, ...leftOutNote(leftOut, host.maxOperations)].join(' '),
    },
    servers: [{ url: options.publicUrl.replace(/\/+$/, '') }],
    paths: Object.fromEntries(
      kept.map((routed) => [routed.path, operationOf(routed, host, toVersion)]),
    ),
    components: { schemas: {}, securitySchemes: { key: SECURITY[host.security] } },
    security: [{ key: [] }],
  }
}

const leftOutNote = (leftOut: readonly string[], limit: number): string[] =>
  leftOut.length === 0
    ? []
    : [
        `Left out, because the host takes at most ${limit} operations: ${leftOut.join(', ')}. Choose tools with tools=.`,
      ]

function operationOf(
  { tool }: RoutedTool,
  host: Host,
  toVersion: (schema: Schema) => Schema,
): Record<string, object> {
  const { properties, required, additionalProperties } = modelSchema(tool as never)
  const members = host.singleTypes ? propertySchemas(properties) : properties
  const parameters = Object.entries(members).map(
    ([name, schema]) => [name, shorten(schema, host)] as const,
  )
  const isGet = !tool.methods.includes('POST')
  const operation = {
    operationId: tool.name,
    summary: summaryOf(tool.description, host.maxSummary),
    description: shortenText(tool.description, host.maxDescription),
    ...(host.hasConsequences && { 'x-openai-isConsequential': tool.effect !== 'read' }),
    ...(isGet
      ? {
          parameters: parameters.map(([name, schema]) => ({
            name,
            in: 'query',
            required: required.includes(name),
            ...(typeof schema.description === 'string' && { description: schema.description }),
            schema: toVersion(schema),
          })),
        }
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: toVersion({
                  type: 'object',
                  properties: Object.fromEntries(parameters),
                  // OpenAPI 3.0 refuses an empty list.
                  ...(required.length > 0 && { required }),
                  additionalProperties,
                }),
              },
            },
          },
        }),
    responses: {
      200: {
        description: 'The result of the tool.',
        // Models read the result as text, so its schema would only make the document longer.
        content: { 'application/json': { schema: {} } },
      },
    },
  }
  return { [isGet ? 'get' : 'post']: operation }
}

/** Descriptions of parameters and of their members within the limit of the host. */
function shorten(schema: Schema, host: Host): Schema {
  if (host.maxParameterDescription === Infinity) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'description' && typeof value === 'string') {
        return [keyword, shortenText(value, host.maxParameterDescription)]
      }
      if (Array.isArray(value)) {
        return [keyword, value.map((item) => (isObject(item) ? shorten(item, host) : item))]
      }
      return [keyword, isObject(value) ? shorten(value, host) : value]
    }),
  )
}
