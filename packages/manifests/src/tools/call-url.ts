import {
  type Call,
  type Log,
  MalformedJson,
  parseJson,
  ToolError,
  ToolResponse,
} from '@quartermaster/toolkit'
import type { LoadedFolder } from '../folder/load-folder.ts'
import type { FunctionSpec, UrlTarget } from '../manifest/manifest.ts'
import { withSecrets } from '../manifest/upstream-header.ts'
import { type Outbound, type OutboundAnswer, UNCOMPRESSED } from './outbound.ts'
import { isPrivateAddress, logPrivateAddress } from './private-address.ts'
import { upstreamIdempotencyKey } from './upstream-idempotency-key.ts'
import { urlRequest } from './url-request.ts'

const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

export type UrlCall = {
  readonly folder: Pick<LoadedFolder, 'id' | 'secrets'>
  readonly spec: FunctionSpec
  readonly target: UrlTarget
  readonly outbound: Outbound
  readonly thread: string | null
}

/** Calls the URL of a function with its arguments and returns the body of the response. */
export async function callUrl(
  { folder: { id, secrets }, spec, target, outbound, thread }: UrlCall,
  input: Record<string, unknown>,
  call: Call<unknown>,
): Promise<unknown> {
  const { url, headers, body } = urlRequest(target, input)
  const own = Object.entries(target.headers).map(([name, value]) => [
    name.toLowerCase(),
    withSecrets(value, secrets),
  ])
  const key =
    target.method === 'GET'
      ? null
      : upstreamIdempotencyKey(call, { toolset: id, thread, name: spec.name })
  const address = withSecrets(url, encoded(secrets))
  const answer = await send(spec.name, address, call.log, () =>
    outbound.request(address, {
      method: target.method,
      headers: {
        accept: 'application/json, text/*;q=0.9, */*;q=0.5',
        ...(key !== null && { 'idempotency-key': key }),
        ...headers,
        ...Object.fromEntries(own),
        ...UNCOMPRESSED,
      },
      ...(body !== undefined && { body }),
      timeoutMs: spec.timeoutSeconds * 1000,
      maxBytes: MAX_RESPONSE_BYTES,
      signal: call.signal,
    }),
  )
  return readAnswer(spec.name, answer)
}

const encoded = (secrets: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, encodeURIComponent(value)]),
  )

async function send(
  name: string,
  url: string,
  log: Log,
  request: () => Promise<OutboundAnswer>,
): Promise<OutboundAnswer> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'OutboundError') throw error
    if (isPrivateAddress(error)) {
      logPrivateAddress(log, url)
      throw new ToolError('upstream_failed', `The service behind '${name}' cannot be called.`, {
        suggestion: 'Do not call this tool again; tell the operator that its address is refused.',
        retryable: false,
        cause: error,
      })
    }
    throw new ToolError(
      'upstream_failed',
      `The service behind '${name}' could not be reached: ${error.message}.`,
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
    throw new ToolError('rate_limited', `${service} accepts no more calls at the moment.`, {
      headers: { 'retry-after': wait ?? '1' },
    })
  }
  if (status < 200 || status > 299) {
    throw new ToolError('upstream_failed', `${service} responded with status ${status}.`, {
      suggestion:
        status < 500 ? 'Check the arguments; the service rejected them.' : 'Call again later.',
      details: { upstream_status: status },
      retryable: status >= 500,
    })
  }
  if (truncated)
    throw new ToolError('upstream_failed', `${service} sent a response larger than 4 MiB.`)
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
    throw new ToolError('upstream_failed', `${service} sent invalid JSON.`)
  }
}

const KINDS = ['image', 'audio']

function readBytes(service: string, type: string, bytes: Uint8Array | undefined): ToolResponse {
  if (bytes === undefined) {
    throw new ToolError('upstream_failed', `${service} sent ${safeType(type)}, which is not text.`)
  }
  const kind = KINDS.find((candidate) => type.startsWith(`${candidate}/`)) ?? 'file'
  return new ToolResponse([
    { kind, data: Buffer.from(bytes).toString('base64'), mime: safeType(type) },
  ])
}

const safeType = (type: string): string =>
  /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/.test(type) ? type : 'application/octet-stream'
