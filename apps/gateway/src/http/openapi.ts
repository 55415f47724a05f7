import swagger from '@fastify/swagger'
import { withDefaultsOptional } from '@quartermaster/toolkit'
import reference from '@scalar/fastify-api-reference'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import fp from 'fastify-plugin'
import { describeAccess } from '../openapi/describe-access.ts'
import { ErrorBody, failures } from '../openapi/operation.ts'
import { withToolParameters } from '../openapi/tool-parameters.ts'
import { VERSION } from '../version.ts'
import { PUBLIC_LIMIT } from './rate-limit.ts'
import type { RouteAccess } from './route-access.ts'

const DOCS = '/docs'

type Options = {
  /** The sections of the document, in their order. */
  tags: readonly string[]
}

/** The OpenAPI document, read off the routes, and the page in which a person can call them. */
export default fp<Options>(
  async (app, { tags }) => {
    app.addSchema(ErrorBody)
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Quartermaster',
          version: VERSION,
          description:
            'Hands agents their tools. Every tool is an authenticated POST whose body is either the arguments themselves or an envelope `{tool_name, parameters, request_id | tool_call_id, metadata}` around them. `?errors=inband` on a tool gives failures with status 200, `?result_from=N` continues an answer that was cut.',
        },
        servers: [{ url: '/' }],
        tags: tags.map((name) => ({ name })),
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer' },
            apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          },
        },
        security: [{ bearer: [] }, { apiKey: [] }],
      },
      transformObject: (document) =>
        'openapiObject' in document ? withToolParameters(document.openapiObject) : {},
      transform: ({ schema, url, route }) => ({
        schema: withAccess(asCallersSeeIt(schema), route.config?.access),
        url,
      }),
      refResolver: {
        buildLocalReference: (json, _base, _fragment, index) =>
          String(json.$id ?? `schema-${index}`),
      },
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
      async () => app.swagger(),
    )

    app.addHook('onRoute', (route) => {
      if (route.url.startsWith(DOCS))
        route.config = { ...route.config, access: 'public', rateLimit: PUBLIC_LIMIT }
    })
    await app.register(reference, {
      routePrefix: DOCS,
      configuration: {
        pageTitle: 'Quartermaster',
        // The page loads nothing from elsewhere: it works without a network, and tells nobody.
        withDefaultFonts: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        telemetry: false,
      },
    })
  },
  { name: 'openapi' },
)

const withAccess = (schema: FastifySchema, access: RouteAccess | undefined) => ({
  ...schema,
  description: [schema.description, describeAccess(access)].filter(Boolean).join(' '),
  'x-access': access,
})

/** A parameter with a default may be left out, and the document says so. */
function asCallersSeeIt(schema: FastifySchema = {}): FastifySchema {
  const { body, querystring } = schema as { body?: TSchema; querystring?: TSchema }
  return {
    ...schema,
    ...(body !== undefined && { body: withDefaultsOptional(body) }),
    ...(querystring !== undefined && { querystring: withDefaultsOptional(querystring) }),
  }
}
