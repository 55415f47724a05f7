import { isObject, type RoutedTool, stringifyJson } from '@quartermaster/toolkit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type InsideAnswer = { readonly status: number; readonly text: string }

type Params = {
  readonly name: string
  readonly arguments?: Record<string, unknown>
  readonly _meta?: Record<string, unknown>
}

/** In a call's `_meta`, what `?result_from=` is in a URL. */
export const RESULT_FROM = 'quartermaster/result_from'

const PASSED_ON = ['authorization', 'x-api-key', 'x-workspace', 'x-agent', 'idempotency-key']

/** Calls a tool's own route without leaving the process, as the one who asked. */
export async function callInside(
  app: FastifyInstance,
  request: FastifyRequest,
  placed: RoutedTool,
  { name, arguments: parameters = {}, _meta: metadata }: Params,
): Promise<InsideAnswer> {
  const headers = headersOf(request, metadata)
  const { path } = placed
  const from = metadata?.[RESULT_FROM]
  const rest = from === undefined ? '' : `result_from=${encodeURIComponent(String(from))}`
  const onlyGet = !placed.tool.methods.includes('POST')
  const { statusCode, payload } = await app.inject(
    onlyGet
      ? { method: 'GET', url: `${path}?${toQuery(parameters)}&${rest}`, headers }
      : {
          method: 'POST',
          url: `${path}?${rest}`,
          headers,
          payload: stringifyJson({
            tool_name: name,
            parameters,
            ...(isObject(metadata) && { metadata }),
          }),
        },
  )
  return { status: statusCode, text: payload }
}

function toQuery(parameters: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(parameters)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      query.append(key, typeof item === 'string' ? item : stringifyJson(item))
    }
  }
  return query.toString()
}

/** Its own key; and what the list said of the tool, if the client gives it back. */
function headersOf({ headers }: FastifyRequest, metadata: Params['_meta']): Record<string, string> {
  const version = metadata?.['quartermaster/schema_version']
  const sent = PASSED_ON.map((name): [string, unknown] => [name, headers[name]])
  const all: [string, unknown][] = [...sent, ['x-schema-version', version]]
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
