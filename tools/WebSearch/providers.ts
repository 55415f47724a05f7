export type SearchResult = { title: string; url: string; snippet: string }

export type Secrets = Partial<Record<string, string>>

type Query = { query: string; max: number }

type Provider = {
  readonly name: string
  readonly secret: string
  /** The HTTP request for a query; `secret` is the value that the operator set. */
  request(query: Query, secret: string): { url: string; init: RequestInit }
  /** The results in the provider's JSON response. */
  read(body: never): SearchResult[]
}

const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json' }

const searxng: Provider = {
  name: 'SearXNG',
  secret: 'SEARXNG_URL',
  request: ({ query }, base) => ({
    url: `${base.replace(/\/+$/, '')}/search?${new URLSearchParams({ q: query, format: 'json' })}`,
    init: { headers: { accept: 'application/json' } },
  }),
  read: ({ results = [] }: { results?: { title: string; url: string; content?: string }[] }) =>
    results.map(({ title, url, content = '' }) => ({ title, url, snippet: content })),
}

const brave: Provider = {
  name: 'Brave',
  secret: 'BRAVE_KEY',
  request: ({ query, max }, key) => ({
    url: `https://api.search.brave.com/res/v1/web/search?${new URLSearchParams({ q: query, count: String(max) })}`,
    init: { headers: { accept: 'application/json', 'x-subscription-token': key } },
  }),
  read: ({ web }: { web?: { results: { title: string; url: string; description?: string }[] } }) =>
    // Brave marks the search terms with <strong>.
    (web?.results ?? []).map(({ title, url, description = '' }) => ({
      title: title.replace(/<\/?strong>/g, ''),
      url,
      snippet: description.replace(/<\/?strong>/g, ''),
    })),
}

const tavily: Provider = {
  name: 'Tavily',
  secret: 'TAVILY_KEY',
  request: ({ query, max }, key) => ({
    url: 'https://api.tavily.com/search',
    init: {
      method: 'POST',
      headers: { ...JSON_BODY, authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, max_results: max }),
    },
  }),
  read: ({ results = [] }: { results?: { title: string; url: string; content: string }[] }) =>
    results.map(({ title, url, content }) => ({ title, url, snippet: content })),
}

const exa: Provider = {
  name: 'Exa',
  secret: 'EXA_KEY',
  request: ({ query, max }, key) => ({
    url: 'https://api.exa.ai/search',
    init: {
      method: 'POST',
      headers: { ...JSON_BODY, 'x-api-key': key },
      body: JSON.stringify({ query, numResults: max, contents: { highlights: true } }),
    },
  }),
  read: ({
    results = [],
  }: {
    results?: { title: string | null; url: string; highlights?: string[]; text?: string }[]
  }) =>
    results.map(({ title, url, highlights = [], text = '' }) => ({
      title: title ?? url,
      url,
      snippet: highlights.join(' … ') || text,
    })),
}

const PROVIDERS = [searxng, brave, tavily, exa]

/** The first provider whose secret is set. */
export const findProvider = (secrets: Secrets): Provider | undefined =>
  PROVIDERS.find(({ secret }) => secrets[secret])
