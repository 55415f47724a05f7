import type { LettaSettings } from '@quartermaster/delivery'

export const AGENT_VARIABLES = [
  'PROMPTYOSELF_DEFAULT_AGENT_ID',
  'LETTA_AGENT_ID',
  'LETTA_DEFAULT_AGENT_ID',
] as const

/** The operator's choices. They come from the environment, which only the apps read. */
export type PromptSettings = {
  /** Undefined: there is no Letta, and agents of the gateway are reached by their inboxes. */
  readonly letta: LettaSettings | undefined
  /** Agents to use where none is named, the first that is set. */
  readonly agentIds: Readonly<Partial<Record<(typeof AGENT_VARIABLES)[number], string>>>
  /** Use Letta's only agent where none is named. */
  readonly singleAgentFallback: boolean
  /** Whether promptyoself_upload may be called at all. */
  readonly mayUpload: boolean
  /** Active schedules that one agent may have made. */
  readonly schedulesPerAgent: number
  /** After an outage: schedules caught up with per second, over all workers. */
  readonly catchUpPerSecond: number
  /** How long ended schedules and deliveries are remembered. */
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

export const LETTA_BASE_URL = 'http://localhost:8283'

/** Letta's settings as the environment has them: there is a Letta when any of them is set. */
export function lettaSettings(
  baseUrl: string | undefined,
  apiKey: string | undefined,
  serverPassword: string | undefined,
): LettaSettings | undefined {
  const token = apiKey ?? serverPassword
  if (baseUrl === undefined && token === undefined) return undefined
  return { baseUrl: (baseUrl ?? LETTA_BASE_URL).replace(/\/+$/, ''), token }
}
