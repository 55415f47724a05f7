import { findHost, HOST_NAMES, HOSTS, KEY_PLACEHOLDER } from '@quartermaster/hosts'
import type { Context } from '../context.ts'
import { CommandError } from '../exit.ts'
import type { Connection } from '../gateway/connection.ts'
import { get, requestJson, send } from '../gateway/request.ts'
import { printJson, printLine } from '../output/print.ts'
import { style } from '../output/style.ts'

/** Prints the configuration of a host, ready to paste. The root key is never printed. */
export async function connectHost(
  { connection, output }: Context,
  name: string | undefined,
  { newKey }: { newKey?: boolean },
): Promise<void> {
  const host = findHost(name ?? '')
  if (name === undefined) {
    if (output.json) printJson(HOST_NAMES)
    else
      for (const [known, { title }] of Object.entries(HOSTS))
        printLine(`${known.padEnd(16)}${title}`)
    return
  }
  if (host === undefined) {
    throw new CommandError(
      'usage',
      `Unknown host '${name}'. Known hosts: ${HOST_NAMES.join(', ')}.`,
    )
  }
  const key = await keyFor(connection, newKey)
  const configuration = host.configuration({ url: connection.url, key })
  if (output.json)
    printJson({
      host: name,
      title: host.title,
      where: host.where,
      configuration,
      notes: host.notes,
    })
  else {
    printLine(`${style('bold', host.title)}. ${host.where}\n\n${configuration}`)
    for (const note of host.notes) printLine(`\n${note}`)
  }
  if (key === KEY_PLACEHOLDER) {
    console.error(
      `\nReplace ${KEY_PLACEHOLDER} by the key of an agent, or run: qm connect ${name} --agent NAME --new-key`,
    )
  }
}

async function keyFor(connection: Connection, newKey = false): Promise<string> {
  const { key, agent } = connection
  if (newKey) {
    if (agent === undefined) throw new CommandError('usage', '--new-key needs --agent NAME.')
    return createKey({ ...connection, agent: undefined }, agent)
  }
  const { is_root: isRoot } = await get(connection, '/v1/whoami')
  return isRoot ? KEY_PLACEHOLDER : key
}

/** Creates the agent as well if it does not exist. */
async function createKey(connection: Connection, agent: string): Promise<string> {
  await send(connection, '/v1/agents', { method: 'POST', body: { name: agent } })
  const path = `/v1/agents/${encodeURIComponent(agent)}/keys`
  const created = await requestJson(connection, path, { method: 'POST', body: {} })
  return (created as { key: string }).key
}
