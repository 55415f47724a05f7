/** The data that a host's configuration is made of. */
export type HostValues = { readonly url: string; readonly key: string }

/** A program that gives the gateway's tools to a model, and how to connect it. */
export type Host = {
  readonly title: string
  /**
   * `mcp` hosts use /mcp, `openapi` hosts import the document of their name, and `code` is a library
   * whose program fetches descriptors or uses /mcp.
   */
  readonly kind: 'mcp' | 'openapi' | 'code'
  /** The place of the configuration, as a phrase that ends with a colon. */
  readonly where: string
  /** The language of the configuration, for highlighting. */
  readonly language: 'json' | 'sh' | 'toml' | 'yaml' | 'ts' | 'text'
  /** Whether the host's vendor calls the gateway, which then needs a public address. */
  readonly isRemote: boolean
  /** The largest answer that the host takes, if its documentation says so. */
  readonly maxAnswerBytes?: number
  readonly configuration: (values: HostValues) => string
  /** Sentences on limits of the host and on problems that its users have. */
  readonly notes: readonly string[]
}

/** Stands for the key where no agent's key is known. The root key is never shown. */
export const KEY_PLACEHOLDER = 'YOUR_AGENT_KEY'

export const json = (value: unknown): string => JSON.stringify(value, undefined, 2)

export const mcpUrl = ({ url }: HostValues): string => `${url}/mcp`

export const bearer = ({ key }: HostValues) => ({ Authorization: `Bearer ${key}` })

export const documentUrl = ({ url }: HostValues, host: string): string =>
  `${url}/v1/descriptors?format=openapi&host=${host}`
