import {
  type Call,
  MalformedJson,
  parseJson,
  ToolError,
  ToolResponse,
} from '@quartermaster/toolkit'
import type { FunctionSpec, UrlTarget } from '../manifest/manifest.ts'
import { withSecrets } from '../manifest/upstream-header.ts'
import { LARGEST_ANSWER, type Outbound, type OutboundAnswer, PLAIN } from './outbound.ts'
import { urlRequest } from './url-request.ts'

export type UrlCall = {
  readonly spec: FunctionSpec
  readonly target: UrlTarget
  readonly secrets: Readonly<Record<string, string>>
  readonly outbound: Outbound
}

/** Calls the address of a function with its arguments, and passes on what it answers. */
export async function callUrl(
  { spec, target, secrets, outbound }: UrlCall,
  input: Record<string, unknown>,
  { signal }: Pick<Call<unknown>, 'signal'>,
): Promise<unknown> {
  const { url, headers, body } = urlRequest(target, input)
  const own = Object.entries(target.headers).map(([name, value]) => [
    name.toLowerCase(),
    withSecrets(value, secrets),
  ])
  const answer = await send(spec.name, () =>
    outbound.request(withSecrets(url, encoded(secrets)), {
      method: target.method,
      headers: {
        accept: 'application/json, text/*;q=0.9, */*;q=0.5',
        ...headers,
        ...Object.fromEntries(own),
        ...PLAIN,
      },
      ...(body !== undefined && { body }),
      timeoutMs: spec.timeoutSeconds * 1000,
      maxBytes: LARGEST_ANSWER,
      signal,
    }),
  )
  return readAnswer(spec.name, answer)
}

const encoded = (secrets: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, encodeURIComponent(value)]),
  )

/** The client's own words name no address, and say what an operator can do. */
async function send(name: string, request: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'OutboundError') throw error
    throw new ToolError(
      'upstream_failed',
      `The service behind '${name}' was not reached: ${error.message}.`,
      {
        cause: error,
      },
    )
  }
}

function readAnswer(name: string, answer: OutboundAnswer): unknown {
  const { status, headers, text, truncated, bytes } = answer
  const service = `The service behind '${name}'`
  if (status === 429) {
    const wait = /^\d{1,6}$/.test(headers['retry-after'] ?? '') ? headers['retry-after'] : '1'
    throw new ToolError('rate_limited', `${service} takes no more calls for now.`, {
      headers: { 'retry-after': wait ?? '1' },
    })
  }
  if (status < 200 || status > 299) {
    throw new ToolError('upstream_failed', `${service} answered with the status ${status}.`, {
      suggestion:
        status < 500
          ? 'Check the arguments; the service did not accept them.'
          : 'Call again later.',
      details: { upstream_status: status },
    })
  }
  if (truncated) throw new ToolError('upstream_failed', `${service} answered with too much.`)
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (text === '') return null
  if (/[/+]json$/.test(type.trim())) return readJson(service, text)
  if (type === '' || type.startsWith('text/') || /[/+](xml|yaml|javascript)$/.test(type))
    return text
  return readBytes(service, type.trim(), bytes)
}

function readJson(service: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error
    throw new ToolError('upstream_failed', `${service} answered with broken JSON.`)
  }
}

const KINDS = ['image', 'audio']

function readBytes(service: string, type: string, bytes: Uint8Array | undefined): ToolResponse {
  if (bytes === undefined) {
    throw new ToolError('upstream_failed', `${service} answered with ${safeType(type)}, no text.`)
  }
  const kind = KINDS.find((candidate) => type.startsWith(`${candidate}/`)) ?? 'file'
  return new ToolResponse([
    { kind, data: Buffer.from(bytes).toString('base64'), mime: safeType(type) },
  ])
}

const safeType = (type: string): string =>
  /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/.test(type) ? type : 'application/octet-stream'
