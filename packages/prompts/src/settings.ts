import type { LettaSettings } from '@quartermaster/delivery'

export const AGENT_VARIABLES = [
  'PROMPTYOSELF_DEFAULT_AGENT_ID',
  'LETTA_AGENT_ID',
  'LETTA_DEFAULT_AGENT_ID',
] as const

/** The operator's settings, which the apps read from the environment. */
export type PromptSettings = {
  /** Undefined: no Letta server; agents read their prompts from their inboxes. */
  readonly letta: LettaSettings | undefined
  /** Default recipients, of which the first that is set is used. */
  readonly agentIds: Readonly<Partial<Record<(typeof AGENT_VARIABLES)[number], string>>>
  /** For a prompt without a recipient, use the agent on Letta if there is exactly one. */
  readonly singleAgentFallback: boolean
  /** Whether promptyoself_upload may be called at all. */
  readonly mayUpload: boolean
  /** Limit for the active schedules created by one agent. */
  readonly schedulesPerAgent: number
  /** Late schedules handled per second after an outage, over all workers. */
  readonly catchUpPerSecond: number
  /** How long ended schedules and deliveries are kept. */
  readonly keepDays: number
}

export const DEFAULT_SETTINGS: PromptSettings = {
  letta: undefined,
  agentIds: {},
  singleAgentFallback: false,
  mayUpload: true,
  schedulesPerAgent: 10_000,
  catchUpPerSecond: 100,
  keepDays: 30,
}

/** The Letta server in the environment variables belongs to the default workspace. */
const LETTA_WORKSPACE = 'default'

export const LETTA_BASE_URL = 'http://localhost:8283'

/** Letta counts as configured if any of its variables is set. */
export function lettaSettings(
  baseUrl: string | undefined,
  apiKey: string | undefined,
  serverPassword: string | undefined,
): LettaSettings | undefined {
  const token = apiKey ?? serverPassword
  if (baseUrl === undefined && token === undefined) return undefined
  return {
    baseUrl: (baseUrl ?? LETTA_BASE_URL).replace(/\/+$/, ''),
    token,
    workspace: LETTA_WORKSPACE,
  }
}
