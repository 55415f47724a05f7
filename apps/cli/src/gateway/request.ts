import { createClient, GatewayError, type GetPath, type GetResponse } from '@quartermaster/client'
import { parseJson, stringifyJson } from '@quartermaster/toolkit/json'
import { CommandError } from '../exit.ts'
import type { Connection } from './connection.ts'

export type RequestOptions = {
  readonly method?: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, with a content type in `headers`. */
  readonly text?: string
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

/** The answer of a GET route without parameters, with the type that the OpenAPI document gives it. */
export const get = async <Path extends GetPath>(
  connection: Connection,
  path: Path,
): Promise<GetResponse<Path>> => (await requestJson(connection, path)) as GetResponse<Path>

/** Sends one request and returns any answer. */
export async function send(
  { url, key, workspace, agent }: Connection,
  path: string,
  { method = 'GET', body, text, headers = {} }: RequestOptions,
): Promise<Answer> {
  const client = createClient({
    baseUrl: url,
    key,
    ...(workspace !== undefined && { workspace }),
    ...(agent !== undefined && { agent }),
    headers,
  })
  try {
    // `parseAs` leaves the text alone: `parseJson` keeps all digits of numbers.
    const { data, error, response } = await client.request(
      method.toLowerCase() as 'get',
      path as '/v1/whoami',
      {
        parseAs: 'text',
        body: (text ?? body) as never,
        bodySerializer: text === undefined ? stringifyJson : () => text,
      },
    )
    const answer = data ?? (typeof error === 'string' ? error : stringifyJson(error))
    return { status: response.status, headers: response.headers, text: answer ?? '' }
  } catch (cause) {
    const message = certificateProblem(url, cause) ?? `No gateway answers at ${url}. Is it running?`
    throw new CommandError('unreachable', message, { cause })
  }
}

const CERTIFICATE = /CERT|SIGNATURE|SELF_SIGNED/

/** A gateway that answers with a certificate that this program does not trust is running. */
function certificateProblem(url: string, error: unknown): string | undefined {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  if (code === undefined || !CERTIFICATE.test(code)) return undefined
  return `The certificate of ${url} is not accepted (${code}). If it is your own, set NODE_EXTRA_CA_CERTS to its file.`
}

export function refused({ status, text }: Answer): CommandError {
  const { message, suggestion } = new GatewayError(status, parsed(text))
  const kind = status >= 500 ? 'failed' : 'refused'
  return new CommandError(kind, [message, suggestion].filter(Boolean).join('\n'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The body is not an error of the gateway, for example that of a proxy.
    return undefined
  }
}
