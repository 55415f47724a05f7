import type { Host } from '@quartermaster/hosts'
import type { Connection } from '../gateway/connection.ts'
import { get, request, requestJson, send } from '../gateway/request.ts'
import { type Check, Warning } from './check.ts'

/** Plays the client of a host: the requests that it sends, in their order. */
export function hostChecks(name: string, host: Host): readonly Check[] {
  if (host.kind === 'openapi') {
    return [documentCheck(name), ...answerChecks(host), publicUrlCheck(host)]
  }
  if (host.kind === 'code') return [descriptorCheck, ...MCP_CHECKS, publicUrlCheck(host)]
  return [...(OAUTH_HOSTS.includes(name) ? [OAUTH] : MCP_CHECKS), publicUrlCheck(host)]
}

// These hosts take no key; they sign in with OAuth at /connect/mcp.
const OAUTH_HOSTS = ['chatgpt', 'claude-web']

const OAUTH: Check = {
  name: 'OAuth is on',
  run: async (connection) => {
    const path = '/.well-known/oauth-protected-resource/connect/mcp'
    const { status } = await send(connection, path, {})
    if (status !== 200) {
      throw new Error('This host needs OAuth. Start the gateway with QM_OAUTH=on.')
    }
    return `${connection.url}/connect/mcp`
  },
}

const PROTOCOL_VERSION = '2025-06-18'

const MCP_CHECKS: readonly Check[] = [
  {
    name: 'MCP client connects',
    run: async (connection) => {
      const { serverInfo } = await callMcp<{ serverInfo: { name: string; version: string } }>(
        connection,
        'initialize',
        {
          protocolVersion: PROTOCOL_VERSION,
          capabilities: {},
          clientInfo: { name: 'qm doctor', version: '1' },
        },
      )
      return `${serverInfo.name} ${serverInfo.version} at ${connection.url}/mcp`
    },
  },
  {
    name: 'MCP lists the tools',
    run: async (connection) => {
      const { tools } = await callMcp<{ tools: unknown[] }>(connection, 'tools/list', {})
      if (tools.length === 0) throw new Error('The list is empty.')
      return `${tools.length} tools`
    },
  },
  {
    name: 'MCP calls a tool',
    run: async (connection) => {
      const { tools } = await callMcp<{ tools: { name: string }[] }>(connection, 'tools/list', {})
      const name = SAFE_TOOLS.find((safe) => tools.some((tool) => tool.name === safe))
      if (name === undefined) return `the key may call none of ${SAFE_TOOLS.join(', ')}`
      const call = { name, arguments: {} }
      const { isError } = await callMcp<{ isError?: boolean }>(connection, 'tools/call', call)
      if (isError === true) throw new Error(`${name} failed.`)
      return name
    },
  },
]

/** Tools that change nothing and need no arguments. */
const SAFE_TOOLS = ['health', 'discover_topics', 'list_context']

async function callMcp<Result>(
  connection: Connection,
  method: string,
  params: unknown,
): Promise<Result> {
  const { text } = await request(connection, '/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
    },
    body: { jsonrpc: '2.0', id: 1, method, params },
  })
  // MCP answers with JSON, or with server-sent events of which the last contains it.
  const json = [...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? text
  const { result, error } = JSON.parse(json) as { result?: Result; error?: { message: string } }
  if (result === undefined) throw new Error(error?.message ?? 'The answer is not JSON-RPC.')
  return result
}

const descriptorCheck: Check = {
  name: 'descriptors are served',
  run: async (connection) => {
    const list = (await requestJson(connection, '/v1/descriptors')) as unknown[]
    if (list.length === 0) throw new Error('The list is empty.')
    return `${list.length} descriptors`
  },
}

const documentCheck = (host: string): Check => ({
  name: `OpenAPI document for ${host}`,
  run: async (connection) => {
    const path = `/v1/descriptors?format=openapi&host=${host}`
    const { info, servers, paths } = (await requestJson(connection, path)) as {
      info?: { description?: string }
      servers: { url: string }[]
      paths: object
    }
    const count = Object.keys(paths).length
    if (count === 0) throw new Error('The document has no operations.')
    const detail = `${count} operations at ${servers[0]?.url}`
    const leftOut = /Left out, .*/.exec(info?.description ?? '')?.[0]
    if (leftOut !== undefined) throw new Warning(`${detail}. ${leftOut}`)
    return detail
  },
})

/** GPT Actions are recognized by a header of theirs; other hosts get answers up to QM_ANSWER_LIMIT. */
const answerChecks = ({ title, maxAnswerBytes }: Host): readonly Check[] =>
  maxAnswerBytes === undefined
    ? []
    : [
        {
          name: 'answers are small enough for the host',
          run: async (connection) => {
            const { is_root: isRoot } = await get(connection, '/v1/whoami')
            if (!isRoot) return 'QM_ANSWER_LIMIT is visible to the root key'
            const { settings } = await get(connection, '/v1/settings')
            const limit = settings.find(({ variable }) => variable === 'QM_ANSWER_LIMIT')?.value
            if (Number(limit) > maxAnswerBytes) {
              throw new Warning(
                `Answers have up to ${limit} bytes, and ${title} takes ${maxAnswerBytes}. Set QM_ANSWER_LIMIT.`,
              )
            }
            return `up to ${limit} bytes`
          },
        },
      ]

const publicUrlCheck = ({ isRemote, title }: Pick<Host, 'isRemote' | 'title'>): Check => ({
  name: 'descriptors have the public URL',
  run: async (connection) => {
    const document = await requestJson(connection, '/v1/descriptors?format=openapi')
    const url = (document as { servers: { url: string }[] }).servers[0]?.url ?? ''
    const { protocol, hostname, host } = new URL(url)
    if (isRemote && (protocol !== 'https:' || isPrivate(hostname))) {
      throw new Warning(
        `They say ${url}. ${title} calls from the internet: use \`qm start --tunnel\`, or set QM_PUBLIC_URL.`,
      )
    }
    if (host !== new URL(connection.url).host) {
      throw new Warning(`They say ${url}. Set QM_PUBLIC_URL to the address that hosts use.`)
    }
    return url
  },
})

const isPrivate = (hostname: string): boolean =>
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/.test(hostname)
