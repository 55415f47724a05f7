import swagger from '@fastify/swagger'
import { withDefaultsOptional } from '@quartermaster/toolkit'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import fp from 'fastify-plugin'
import { describeAccess } from '../openapi/describe-access.ts'
import { finishDocument } from '../openapi/finish-document.ts'
import { ErrorBody, failures } from '../openapi/operation.ts'
import { describeTags } from '../openapi/tags.ts'
import { VERSION } from '../version.ts'
import type { RouteAccess } from './route-access.ts'
import { type StaticFile, sendFile, staticFile } from './static-file.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document, serialized and compressed on first use. */
    openapiFile(): Promise<StaticFile>
  }
}

type Options = {
  /** The titles of the groups and families of tools. */
  tags: readonly string[]
  /** The operator's setting. Without it, the document has relative URLs. */
  publicUrl?: string | undefined
}

/** Builds the OpenAPI document from the routes and serves it. */
export default fp<Options>(
  async (app, { tags, publicUrl }) => {
    app.addSchema(ErrorBody)
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Quartermaster',
          version: VERSION,
          description:
            'A gateway that hosts tools for agents. Every tool is an authenticated POST whose body contains either the arguments or an envelope `{tool_name, parameters, request_id | tool_call_id, metadata}` around them. Hosts that drop the body of error responses can add `?errors=inband` to the URL of a tool: errors are then sent with status 200. The forms of the page at `/docs/` need no key while you are signed in to the console at `/`.',
        },
        servers: [{ url: publicUrl?.replace(/\/+$/, '') || '/' }],
        tags: describeTags(tags),
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer' },
            apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          },
        },
        security: [{ bearer: [] }, { apiKey: [] }],
      },
      transformObject: (document) =>
        'openapiObject' in document ? finishDocument(document.openapiObject) : {},
      transform: ({ schema, url, route }) => ({
        schema: {
          ...withAccess(asCallersSeeIt(schema), route.config?.access),
          ...(route.config?.isAct && { 'x-audited': true }),
        },
        url,
      }),
      refResolver: {
        buildLocalReference: (json, _base, _fragment, index) =>
          String(json.$id ?? `schema-${index}`),
      },
    })

    let file: Promise<StaticFile> | undefined
    app.decorate('openapiFile', () => {
      file ??= staticFile('application/json; charset=utf-8', JSON.stringify(app.swagger()))
      return file
    })

    app.get(
      '/openapi.json',
      {
        config: { access: 'any-key' },
        schema: {
          operationId: 'get_openapi',
          summary: 'Get the OpenAPI document',
          description: 'Returns this document.',
          tags: ['Operation'],
          response: {
            200: Type.Object(
              {},
              { additionalProperties: true, description: 'The OpenAPI 3.1 document.' },
            ),
            ...failures(401),
          },
        },
      },
      async (request, reply) =>
        sendFile(request, reply, await app.openapiFile(), 'private, no-cache'),
    )
  },
  { name: 'openapi' },
)

const withAccess = (schema: FastifySchema, access: RouteAccess | undefined) => ({
  ...schema,
  description: [schema.description, describeAccess(access)].filter(Boolean).join(' '),
  'x-access': access,
})

/** Parameters with a default are optional for callers. */
function asCallersSeeIt(schema: FastifySchema = {}): FastifySchema {
  const { body, querystring } = schema as { body?: TSchema; querystring?: TSchema }
  return {
    ...schema,
    ...(body !== undefined && { body: withDefaultsOptional(body) }),
    ...(querystring !== undefined && { querystring: withDefaultsOptional(querystring) }),
  }
}
