import { GatewayError } from '@quartermaster/client'
import { queryOptions } from '@tanstack/react-query'
import type { Schema } from '../ui/schema-form/fields-of.ts'
import { type Answer as Answered, api, send } from './request.ts'

export type ListedTool = Answered<'/v1/tools'>['tools'][number]

export type FolderReport = Answered<'/v1/toolsets'>['load_report'][number]

export type Verdict = Answered<'/v1/descriptors/verdicts'>['verdicts'][number]

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
  queryFn: async ({ signal }) => (await api.get('/v1/tools', { signal })).tools,
})

export const toolsetsQuery = queryOptions({
  queryKey: ['toolsets'],
  queryFn: ({ signal }) => api.get('/v1/toolsets', { signal }),
})

/** What each vendor makes of a tool: accepted, changed or refused, and its size in tokens. */
export const verdictsQuery = (tool: string) =>
  queryOptions({
    queryKey: ['tools', tool, 'verdicts'],
    queryFn: async ({ signal }) => {
      const query = { tools: tool }
      return (await api.get('/v1/descriptors/verdicts', { query, signal })).verdicts
    },
  })

export const folderLogQuery = (id: string) =>
  queryOptions({
    queryKey: ['toolsets', id, 'log'],
    queryFn: async ({ signal }) =>
      (await api.get('/v1/toolsets/{id}/log', { path: { id }, signal })).entries,
  })

/** A tool as a vendor's models see it, as text. */
export const descriptorQuery = (tool: string, format: string) =>
  queryOptions({
    queryKey: ['tools', tool, format],
    queryFn: ({ signal }) => {
      const query = { format, tools: tool }
      return send<string>('get', '/v1/descriptors', { query, signal, parseAs: 'text' })
    },
  })

export const toolSchemaQuery = (tool: string) =>
  queryOptions({
    queryKey: ['tools', tool, 'schema'],
    queryFn: async ({ signal }) => {
      const query = { format: 'mcp', tools: tool }
      const [found] = await send<McpTool[]>('get', '/v1/descriptors', { query, signal })
      return found?.inputSchema ?? {}
    },
  })

export type Answer = { readonly ok: boolean; readonly text: string; readonly milliseconds: number }

/** Calls a tool; a refused call is an answer too. `agent`: the root key acts as it. */
export async function callTool(path: string, json: string, agent?: string): Promise<Answer> {
  const begun = performance.now()
  const headers: Record<string, string> = agent === undefined ? {} : { 'x-agent': agent }
  try {
    const text = await send<string>('post', path, { body: json, headers, parseAs: 'text' })
    return { ok: true, text, milliseconds: performance.now() - begun }
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status === 401) throw error
    const { message, code, suggestion } = error
    const text = JSON.stringify({ error: message, code, suggestion })
    return { ok: false, text, milliseconds: performance.now() - begun }
  }
}
