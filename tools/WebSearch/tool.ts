import { pageText } from './page-text.ts'
import { findProvider, type Secrets } from './providers.ts'

/** The part of the gateway's context that is used here. */
type Context = { fetch: typeof fetch; secrets: Secrets; signal?: AbortSignal }

/** An error that the gateway passes on with this code. */
const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

const NOT_CONFIGURED =
  'Web search is not configured: the operator sets a SearXNG address or a Brave, Tavily or Exa key for the folder WebSearch.'

const PART_LENGTH = 20_000

export class Tools {
  context: Context

  constructor(context: Context) {
    this.context = context
  }

  async tool_web_search({ query, max_results = 8 }: { query: string; max_results?: number }) {
    const { secrets } = this.context
    const provider = findProvider(secrets)
    // Not `unavailable`, which invites to call again.
    if (provider === undefined) throw failure('forbidden', NOT_CONFIGURED)
    const { url, init } = provider.request(
      { query, max: max_results },
      secrets[provider.secret] ?? '',
    )
    const response = await this.request(url, init)
    if (!response.ok) {
      throw failure('upstream_failed', `${provider.name} responded with status ${response.status}`)
    }
    const body = await response.json().catch(() => {
      throw failure('upstream_failed', `${provider.name} did not respond with JSON`)
    })
    return { query, results: provider.read(body as never).slice(0, max_results) }
  }

  async tool_url_browse({ url, from = 0 }: { url: string; from?: number }) {
    if (!/^https?:\/\//i.test(url)) {
      throw failure('invalid_input', "'url' must begin with http:// or https://")
    }
    const response = await this.request(url, {
      headers: { accept: 'text/html, text/*;q=0.9' },
    }).catch((error) => {
      // The caller can choose another address; other failures are not its fault.
      const isRefused = ['bad_url', 'private_address'].includes(error.code)
      throw isRefused ? failure('invalid_input', error.message) : error
    })
    if (!response.ok) {
      throw failure('upstream_failed', `The page responded with status ${response.status}`)
    }
    const [type = ''] = (response.headers.get('content-type') ?? 'text/html').split(';')
    if (!/html|xml|json|^text\//i.test(type)) {
      throw failure('invalid_input', `The address is not a text page but ${type.trim()}`)
    }
    const body = await response.text()
    const text = /html|xml/i.test(type) ? pageText(body) : body
    const end = Math.min(text.length, from + PART_LENGTH)
    return {
      url: response.url || url,
      text: text.slice(from, end),
      characters: text.length,
      next_from: end < text.length ? end : null,
    }
  }

  request(url: string, init: RequestInit): Promise<Response> {
    const { fetch, signal } = this.context
    return fetch(url, { ...init, ...(signal && { signal }) })
  }
}
