import { readHtml } from './html.ts'

/** The part of the gateway's context that is used here. */
type Context = { fetch: typeof fetch; signal?: AbortSignal }

/** An error that the gateway passes on with this code. */
const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

export class Tools {
  context: Context

  constructor(context: Context) {
    this.context = context
  }

  async tool_read_web_page(input: { url: string; from?: number; max_characters?: number }) {
    const { from = 0, max_characters = 20_000 } = input
    const { url, title, text } = await this.load(input.url)
    const end = Math.min(text.length, from + max_characters)
    return {
      url,
      title,
      text: text.slice(from, end),
      characters: text.length,
      next_from: end < text.length ? end : null,
    }
  }

  async tool_list_links({ url: address }: { url: string }) {
    const { url, title, links } = await this.load(address)
    return { url, title, links }
  }

  async load(address: string) {
    if (!/^https?:\/\//i.test(address)) {
      throw failure('invalid_input', "'url' must begin with http:// or https://")
    }
    const response = await this.context
      .fetch(address, {
        headers: { accept: 'text/html, text/*;q=0.9', 'user-agent': 'Quartermaster/0.1' },
        ...(this.context.signal && { signal: this.context.signal }),
      })
      .catch((error) => {
        // The caller can choose another address; other failures are not its fault.
        const isRefused = ['bad_url', 'private_address'].includes(error.code)
        throw isRefused ? failure('invalid_input', error.message) : error
      })
    if (!response.ok) {
      throw failure('upstream_failed', `The page responded with status ${response.status}`)
    }
    const [type = ''] = (response.headers.get('content-type') ?? 'text/html').split(';')
    const url = response.url || address
    const body = await response.text()
    if (/html|xml/i.test(type)) return { url, ...readHtml(body, url) }
    if (!/^text\/|json/i.test(type)) {
      throw failure('invalid_input', `The address is not a text page but ${type.trim()}`)
    }
    return { url, title: '', text: body, links: [] }
  }
}
