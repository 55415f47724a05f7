import type { Context } from '../context.ts'
import type { Entry } from '../gateway/list.ts'
import { requestJson } from '../gateway/request.ts'
import { printLine, printObject } from '../output/print.ts'

export async function status({ connection, output }: Context): Promise<void> {
  const { status: state } = (await requestJson(connection, '/readyz')) as { status: string }
  const identity = (await requestJson(connection, '/v1/whoami')) as Entry
  const { workspace, agent } = identity
  printObject(output, { status: state, url: connection.url, workspace, agent })
}

export async function whoami({ connection, output }: Context): Promise<void> {
  const identity = (await requestJson(connection, '/v1/whoami')) as Entry
  if (output.json) return printObject(output, identity)
  const { tools, permissions, ...rest } = identity
  printObject(output, rest)
  printLine(`tools      ${(tools as string[]).join(', ') || 'none'}`)
}
