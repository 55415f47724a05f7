import type { Context } from '../context.ts'
import { get } from '../gateway/request.ts'
import { printLine, printObject } from '../output/print.ts'

export async function status({ connection, output }: Context): Promise<void> {
  const { status: state } = await get(connection, '/readyz')
  const identity = await get(connection, '/v1/whoami')
  const { workspace, agent } = identity
  printObject(output, { status: state, url: connection.url, workspace, agent })
}

export async function whoami({ connection, output }: Context): Promise<void> {
  const identity = await get(connection, '/v1/whoami')
  if (output.json) return printObject(output, identity)
  const { tools, permissions, ...rest } = identity
  printObject(output, rest)
  printLine(`tools      ${tools.join(', ') || 'none'}`)
}
