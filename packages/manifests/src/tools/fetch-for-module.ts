import type { FetchedResponse, FetchRequest } from '@quartermaster/module-runner'
import type { Log } from '@quartermaster/toolkit'
import { type Outbound, type OutboundStream, UNCOMPRESSED } from './outbound.ts'
import { isPrivateAddress, logPrivateAddress, PRIVATE_ADDRESS } from './private-address.ts'

type Options = { signal: AbortSignal; timeoutMs: number; log: Log }

const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/** A module's `fetch`. The guarded client checks every address, including those of redirects. */
export async function fetchForModule(
  outbound: Outbound,
  request: FetchRequest,
  { signal, timeoutMs, log }: Options,
): Promise<FetchedResponse> {
  let { url, method, headers, body } = request
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await open(outbound, url, log, {
      method,
      headers: { ...headers, ...UNCOMPRESSED },
      ...(body !== undefined && { body }),
      timeoutMs,
      signal,
    })
    const { status } = answer
    const target = REDIRECTS.includes(status) && URL.parse(answer.headers.location ?? '', url)
    if (!target) {
      return { url, status, headers: withoutFraming(answer.headers), body: answer.body }
    }
    await discard(answer)
    if (target.origin !== new URL(url).origin) headers = withoutCredentials(headers)
    if (status === 303 || (status < 303 && method === 'POST')) [method, body] = ['GET', undefined]
    url = target.href
  }
  throw new Error(`The address redirects more than ${MAX_REDIRECTS} times`)
}

async function open(
  outbound: Outbound,
  url: string,
  log: Log,
  request: Parameters<Outbound['open']>[1],
): Promise<OutboundStream> {
  try {
    return await outbound.open(url, request)
  } catch (error) {
    if (!isPrivateAddress(error)) throw error
    logPrivateAddress(log, url)
    throw Object.assign(new Error(PRIVATE_ADDRESS, { cause: error }), {
      failure: 'private_address',
    })
  }
}

/** Closes the connection: leaving the loop ends the iteration. */
async function discard({ body }: OutboundStream): Promise<void> {
  for await (const _ of body) break
}

/** Credentials for one origin must not reach another. */
const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['authorization', 'cookie', 'x-api-key'].includes(name.toLowerCase()),
    ),
  )

/** Removes headers that describe the transfer between the upstream and the gateway. */
const withoutFraming = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['content-length', 'transfer-encoding', 'connection'].includes(name),
    ),
  )
