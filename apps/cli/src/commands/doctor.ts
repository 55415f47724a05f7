import { HOST_NAMES, HOSTS } from '@quartermaster/hosts'
import type { Context } from '../context.ts'
import { CommandError, EXIT } from '../exit.ts'
import type { Connection } from '../gateway/connection.ts'
import { request, requestJson } from '../gateway/request.ts'
import { printJson, printLine } from '../output/print.ts'
import { VERSION } from '../version.ts'

type Check = {
  readonly name: string
  /** Resolves with a detail to print, or throws with the reason. */
  readonly run: (connection: Connection) => Promise<string>
}

type Outcome = 'ok' | 'warning' | 'failed'
type Finding = { readonly check: string; readonly outcome: Outcome; readonly detail: string }

/** Thrown by a check for something that works here but may not work for others. */
class Warning extends Error {}

const GATEWAY: readonly Check[] = [
  {
    name: 'gateway is ready',
    run: async (connection) => {
      await requestJson(connection, '/readyz')
      return connection.url
    },
  },
  {
    name: 'key is valid',
    run: async (connection) => {
      const { agent, workspace, is_root } = await whoami(connection)
      const identity = is_root ? 'root key' : `agent ${agent}`
      return `${identity} in workspace ${workspace}`
    },
  },
  {
    name: 'key may call tools',
    run: async (connection) => {
      const { tools } = await whoami(connection)
      if (tools.length === 0) throw new Error('The key may not call any tool.')
      return `${tools.length} tools`
    },
  },
  {
    name: 'command line and gateway have the same version',
    run: async (connection) => {
      const document = await requestJson(connection, '/openapi.json')
      const { version } = (document as { info: { version: string } }).info
      if (version !== VERSION) throw new Warning(`The gateway has ${version}, qm has ${VERSION}.`)
      return version
    },
  },
]

const MCP: Check = {
  name: 'MCP lists the tools',
  run: async (connection) => {
    const { text } = await request(connection, '/mcp', {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    })
    const { result, error } = readMessage(text)
    if (result === undefined) throw new Error(error?.message ?? 'The answer is not JSON-RPC.')
    return `${result.tools.length} tools at ${connection.url}/mcp`
  },
}

type McpMessage = { result?: { tools: unknown[] }; error?: { message: string } }

/** MCP answers with JSON, or with one server-sent event that contains it. */
const readMessage = (text: string): McpMessage =>
  JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as McpMessage

const documentFor = (host: string): Check => ({
  name: `OpenAPI document for ${host}`,
  run: async (connection) => {
    const path = `/v1/descriptors?format=openapi&host=${host}`
    const { servers, paths } = (await requestJson(connection, path)) as {
      servers: { url: string }[]
      paths: object
    }
    return `${Object.keys(paths).length} operations at ${servers[0]?.url}`
  },
})

const PUBLIC_URL: Check = {
  name: 'descriptors have the public URL',
  run: async (connection) => {
    const list = await requestJson(connection, '/v1/descriptors?format=openapi')
    const { servers } = list as { servers: { url: string }[] }
    const url = servers[0]?.url ?? ''
    if (new URL(url).host !== new URL(connection.url).host) {
      throw new Warning(`They say ${url}. Set QM_PUBLIC_URL to the address that hosts use.`)
    }
    return url
  },
}

/** Runs all checks for a host, and fails if one of them does. */
export async function doctor({ connection, output }: Context, host?: string): Promise<void> {
  const guide = HOSTS[host ?? 'claude']
  if (guide === undefined) {
    throw new CommandError(
      'usage',
      `Unknown host '${host}'. Known hosts: ${HOST_NAMES.join(', ')}.`,
    )
  }
  const special = guide.kind === 'openapi' ? documentFor(host ?? '') : MCP
  const findings: Finding[] = []
  for (const { name, run } of [...GATEWAY, special, PUBLIC_URL]) {
    const finding = await examine(name, () => run(connection))
    findings.push(finding)
    if (!output.json) printLine(`${finding.outcome.padEnd(7)}  ${name}: ${finding.detail}`)
  }
  const failed = findings.filter(({ outcome }) => outcome === 'failed').length
  if (output.json) printJson({ ok: failed === 0, findings })
  if (failed > 0) throw new CommandError('failed', `${failed} of ${findings.length} checks failed.`)
}

async function examine(check: string, run: () => Promise<string>): Promise<Finding> {
  try {
    return { check, outcome: 'ok', detail: await run() }
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === EXIT.unreachable) throw error
    const outcome = error instanceof Warning ? 'warning' : 'failed'
    return { check, outcome, detail: error instanceof Error ? error.message : String(error) }
  }
}

type Identity = { agent: string; workspace: string; is_root: boolean; tools: string[] }

const whoami = async (connection: Connection): Promise<Identity> =>
  (await requestJson(connection, '/v1/whoami')) as Identity
