import { parseJson, stringifyJson } from '@quartermaster/toolkit/json'
import { CommandError } from '../exit.ts'
import type { Connection } from './connection.ts'

export type RequestOptions = {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Sends one request. A status of 400 or above throws with the gateway's own error message. */
export async function request(
  connection: Connection,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const answer = await send(connection, path, options)
  if (answer.status >= 400) throw refused(answer)
  return answer
}

export const requestJson = async (
  connection: Connection,
  path: string,
  options: RequestOptions = {},
): Promise<unknown> => {
  const { text } = await request(connection, path, options)
  return text === '' ? undefined : parseJson(text)
}

/** Sends one request and returns any answer. */
export async function send(
  { url, key, workspace, agent }: Connection,
  path: string,
  { method = 'GET', body, headers = {} }: RequestOptions,
): Promise<Answer> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-api-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(workspace !== undefined && { 'x-workspace': encodeHeader(workspace) }),
        ...(agent !== undefined && { 'x-agent': encodeHeader(agent) }),
        ...headers,
      },
      ...(body !== undefined && { body: stringifyJson(body) }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    throw new CommandError('unreachable', `No gateway answers at ${url}. Is it running?`, { cause })
  }
}

/** Header values are Latin-1; the gateway reads names in them as UTF-8. */
const encodeHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

export function refused({ status, text }: Answer): CommandError {
  const kind = status >= 500 ? 'failed' : 'refused'
  try {
    const { error, suggestion } = JSON.parse(text) as { error?: unknown; suggestion?: string }
    // JSON-RPC errors, those of MCP, are objects.
    const message = (error as { message?: unknown } | undefined)?.message ?? error
    if (typeof message === 'string') {
      return new CommandError(kind, [message, suggestion].filter(Boolean).join('\n'))
    }
  } catch {
    // The body is not an error of the gateway, for example that of a proxy.
  }
  return new CommandError(kind, `The gateway answered with status ${status}.`)
}
