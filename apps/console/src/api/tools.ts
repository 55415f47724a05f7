import { queryOptions } from '@tanstack/react-query'
import type { Schema } from '../ui/schema-form/fields-of.ts'
import { ApiError, api, send } from './request.ts'

export type ListedTool = {
  readonly name: string
  readonly path: string
  readonly effect: string
  readonly description: string
  readonly timeout: number
}

export type LoadReport = {
  readonly folder: string
  readonly status: string
  readonly loaded_at: string | null
  readonly problems: readonly Remark[]
  readonly warnings: readonly Remark[]
}

type Remark = { readonly file: string; readonly line: number | null; readonly reason: string }

type McpTool = { readonly name: string; readonly inputSchema: Schema }

export const FORMATS = [
  'subconscious',
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'mcp',
  'openapi',
] as const

export const toolsQuery = queryOptions({
  queryKey: ['tools'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await api.get<{ tools: ListedTool[] }>('/v1/tools', { signal })).tools,
})

export const toolsetsQuery = queryOptions({
  queryKey: ['toolsets'],
  queryFn: ({ signal }) => api.get<{ load_report: LoadReport[] }>('/v1/toolsets', { signal }),
})

/** A tool as a vendor's models see it, as text. */
export const descriptorQuery = (tool: string, format: string) =>
  queryOptions({
    queryKey: ['tools', tool, format],
    queryFn: async ({ signal }) => {
      const query = { format, tools: tool }
      return (await send('GET', '/v1/descriptors', { query, signal })).text()
    },
  })

export const toolSchemaQuery = (tool: string) =>
  queryOptions({
    queryKey: ['tools', tool, 'schema'],
    queryFn: async ({ signal }) => {
      const query = { format: 'mcp', tools: tool }
      const [found] = await api.get<McpTool[]>('/v1/descriptors', { query, signal })
      return found?.inputSchema ?? {}
    },
  })

export type Answer = { readonly ok: boolean; readonly text: string; readonly milliseconds: number }

/** Calls a tool; a refused call is an answer too. `agent`: the root key acts as it. */
export async function callTool(path: string, json: string, agent?: string): Promise<Answer> {
  const begun = performance.now()
  const headers: Record<string, string> = agent === undefined ? {} : { 'x-agent': agent }
  try {
    const response = await send('POST', path, { body: json, headers })
    return { ok: true, text: await response.text(), milliseconds: performance.now() - begun }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const { message, code, suggestion } = error
    const text = JSON.stringify({ error: message, code, suggestion })
    return { ok: false, text, milliseconds: performance.now() - begun }
  }
}
