import type { Outbound } from './outbound.ts'

type Options = { timeoutMs: number; maxBytes?: number; beforeWrite?: () => void }

/** `fetch` for libraries that take one, over the guarded client. */
export const guardedFetch =
  (outbound: Outbound, options: Options) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { status, headers, text } = await outbound.request(String(input), {
      ...options,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
      ...(init.signal && { signal: init.signal }),
    })
    const isBodyless = status === 204 || status === 205 || status === 304
    return new Response(isBodyless ? null : text, { status, headers })
  }
