export type OpenApiVersion = '3.0' | '3.1'

/** The rules of a tool host that imports OpenAPI documents. */
export type Host = {
  readonly version: OpenApiVersion
  readonly security: 'bearer' | 'apiKey'
  readonly maxOperations: number
  readonly maxSummary: number
  readonly maxDescription: number
  readonly maxParameterDescription: number
  /** Whether every value has exactly one type: no alternatives and no null. */
  readonly singleTypes: boolean
  /** Whether operations declare in `x-openai-isConsequential` if a person has to confirm them. */
  readonly hasConsequences: boolean
}

const DEFAULT: Host = {
  version: '3.1',
  security: 'bearer',
  maxOperations: Infinity,
  maxSummary: 120,
  maxDescription: Infinity,
  maxParameterDescription: Infinity,
  singleTypes: false,
  hasConsequences: true,
}

const HOSTS = {
  openwebui: { ...DEFAULT, hasConsequences: false },
  librechat: { ...DEFAULT, maxSummary: 100, hasConsequences: false },
  // Dify refuses documents with more than 100 operations.
  dify: { ...DEFAULT, maxOperations: 100, hasConsequences: false },
  watsonx: { ...DEFAULT, version: '3.0', hasConsequences: false },
  // Copilot converts documents to OpenAPI 2.0, which has no bearer scheme and no alternatives.
  copilot: {
    ...DEFAULT,
    version: '3.0',
    security: 'apiKey',
    singleTypes: true,
    hasConsequences: false,
  },
  gpt: {
    ...DEFAULT,
    maxOperations: 30,
    maxSummary: 300,
    maxDescription: 300,
    maxParameterDescription: 700,
  },
} as const satisfies Record<string, Host>

export type HostName = keyof typeof HOSTS

export const HOST_NAMES = Object.keys(HOSTS) as readonly HostName[]

export const hostRules = (name: HostName | undefined): Host =>
  name === undefined ? DEFAULT : HOSTS[name]
