import type { Context } from '../context.ts'
import { callForObject } from '../gateway/call-tool.ts'
import type { Connection } from '../gateway/connection.ts'
import type { Entry } from '../gateway/list.ts'
import { get, requestJson } from '../gateway/request.ts'
import { printLine, printObject } from '../output/print.ts'

/** The gateway at a glance; fails if it is not ready or the key is not valid. */
export async function status({ connection, output }: Context): Promise<void> {
  const { status: state } = await get(connection, '/readyz')
  const { workspace, agent, is_root: isRoot, tools } = await get(connection, '/v1/whoami')
  const health = await healthOf(connection, tools)
  printObject(output, {
    status: state,
    url: connection.url,
    version: await gatewayVersion(connection),
    key: isRoot ? 'root key' : `agent ${agent}`,
    workspace,
    tools: tools.length,
    ...health,
    ...(await toolsetsOf(connection)),
  })
}

export async function gatewayVersion(connection: Connection): Promise<string> {
  const document = await requestJson(connection, '/openapi.json')
  return (document as { info: { version: string } }).info.version
}

/** Database, queue and worker, if the key may call the tool that tells them. */
async function healthOf(connection: Connection, tools: readonly string[]): Promise<Entry> {
  if (!tools.includes('health')) return {}
  const { db, queue, loop_running: isWorker } = await callForObject(connection, 'health', {})
  const worker = isWorker ? 'running in this process' : 'not in this process'
  return { database: db, queue, worker }
}

async function toolsetsOf(connection: Connection): Promise<Entry> {
  try {
    const { toolsets, load_report: report } = await get(connection, '/v1/toolsets')
    const broken = report.filter(({ problems }) => problems.length > 0).map(({ folder }) => folder)
    const suffix = broken.length === 0 ? '' : `; broken: ${broken.join(', ')}`
    return { toolsets: (toolsets.map(({ id }) => id).join(', ') || 'none') + suffix }
  } catch {
    // A key that is limited to some tools may not list toolsets.
    return {}
  }
}

export async function whoami({ connection, output }: Context): Promise<void> {
  const identity = await get(connection, '/v1/whoami')
  if (output.json) return printObject(output, identity)
  const { tools, permissions, ...rest } = identity
  printObject(output, rest)
  printLine(`tools      ${tools.join(', ') || 'none'}`)
}
