import type { FetchRequest, FetchResponse } from '@quartermaster/module-runner'
import { LARGEST_ANSWER, type Outbound, PLAIN } from './outbound.ts'

const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/** A module's `fetch`: each address on the way, a redirect's too, is checked like the first. */
export async function fetchForModule(
  outbound: Outbound,
  request: FetchRequest,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<FetchResponse> {
  let { url, method, headers, body } = request
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const answer = await outbound.request(url, {
      method,
      headers: { ...headers, ...PLAIN },
      ...(body !== undefined && { body }),
      timeoutMs,
      maxBytes: LARGEST_ANSWER,
      signal,
    })
    const { status, text } = answer
    const target = REDIRECTS.includes(status) && URL.parse(answer.headers.location ?? '', url)
    if (!target) return { url, status, headers: readable(answer.headers), text }
    if (target.origin !== new URL(url).origin) headers = withoutCredentials(headers)
    if (status === 303 || (status < 303 && method === 'POST')) [method, body] = ['GET', undefined]
    url = target.href
  }
  throw new Error(`The address leads on more than ${MOST_REDIRECTS} times`)
}

/** What was meant for one host is not for another. */
const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['authorization', 'cookie', 'x-api-key'].includes(name.toLowerCase()),
    ),
  )

/** The text is what it is: its length and coding on the way no longer hold. */
const readable = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['content-length', 'transfer-encoding', 'connection'].includes(name),
    ),
  )
