import type { LoadRequest } from './load/request.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }

/** A POST of one JSON value, with the placeholders of `LoadRequest`. */
export const post = (
  url: string,
  body: unknown,
  { headers = {}, distinct = 1000, ...more }: Partial<LoadRequest> = {},
): LoadRequest => ({
  url,
  method: 'POST',
  headers: { ...JSON_HEADERS, ...headers },
  body: JSON.stringify(body),
  distinct,
  ...more,
})

export const withKey = (key: string): Record<string, string> => ({ 'x-api-key': key })

/** A `tools/call` of MCP in its 2025-11-25 form, which needs no session. */
export const mcpCall = (
  url: string,
  name: string,
  args: unknown,
  headers: Record<string, string> = {},
) =>
  post(
    url,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    {
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...headers,
      },
    },
  )
