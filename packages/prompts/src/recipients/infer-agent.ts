import { isObject } from '@quartermaster/toolkit'
import { AGENT_VARIABLES, type PromptSettings } from '../settings.ts'

/** The source of an agent id. */
export type Inference = {
  readonly source: 'argument' | 'metadata' | 'caller' | 'env' | 'single_agent_fallback' | null
  readonly key: string | null
}

export type Inferred =
  | (Inference & { readonly agentId: string })
  | (Inference & { readonly agentId: null; readonly problem?: string })

export type Hints = {
  readonly argument?: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** The id of the calling agent, unless the configured defaults take precedence. */
  readonly own?: string
  readonly settings: Pick<PromptSettings, 'agentIds' | 'singleAgentFallback'>
  /** Whether the defaults of the environment apply to the caller's workspace. */
  readonly hasDefaults: boolean
  /** Called only for the single-agent fallback, which needs at most two agents. */
  readonly listAgents?: () => Promise<readonly { readonly id: string }[]>
}

const METADATA_KEYS = ['agent_id', 'agentId', 'letta_agent_id', 'caller_agent_id']
const NESTED_KEYS = ['agent_id', 'agentId', 'id']

/** Models and configuration files also write "null" or "none" for a missing value. */
export const isAbsent = (text: string): boolean =>
  ['', 'null', 'none'].includes(text.trim().toLowerCase())

/** Infers a prompt's recipient from the first source that names one. */
export async function inferAgent(hints: Hints): Promise<Inferred> {
  const { argument, metadata, own, settings } = hints
  if (argument !== undefined && !isAbsent(argument)) {
    return { source: 'argument', key: 'agent_id', agentId: argument.trim() }
  }
  const fromMetadata = readMetadata(metadata)
  if (fromMetadata !== undefined) return fromMetadata
  if (own !== undefined) return { source: 'caller', key: null, agentId: own }
  if (!hints.hasDefaults) return { source: null, key: null, agentId: null }
  for (const key of AGENT_VARIABLES) {
    const value = settings.agentIds[key]
    if (value !== undefined && !isAbsent(value))
      return { source: 'env', key, agentId: value.trim() }
  }
  const agents = settings.singleAgentFallback ? ((await hints.listAgents?.()) ?? []) : []
  const [only] = agents
  if (only !== undefined && agents.length === 1) {
    return { source: 'single_agent_fallback', key: null, agentId: only.id }
  }
  return { source: null, key: null, agentId: null }
}

function readMetadata(metadata: Readonly<Record<string, unknown>>): Inferred | undefined {
  const { agent } = metadata
  const nested = isObject(agent) ? agent : {}
  const found = [
    ...METADATA_KEYS.map((key) => ({ key, value: own(metadata, key) })),
    ...(isObject(agent) ? [] : [{ key: 'agent', value: unusable(agent) }]),
    ...NESTED_KEYS.map((key) => ({ key: `agent.${key}`, value: own(nested, key) })),
  ].find(({ value }) => isGiven(value))
  if (found === undefined) return undefined
  const { key, value } = found
  if (typeof value === 'string' && isAgentId(value.trim())) {
    return { source: 'metadata', key, agentId: value.trim() }
  }
  // An unusable id is an error, because falling back would deliver the prompt to another agent.
  return {
    source: 'metadata',
    key,
    agentId: null,
    problem: `metadata.${key} is not a usable agent id`,
  }
}

/** Whether a value is present. It may be unusable, such as a list or a number. */
const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === 'string' && isNone(value))

/** Unlike a blank argument, blank metadata comes from a faulty host, so it does not count as missing. */
const isNone = (text: string): boolean => text === '' || (text.trim() !== '' && isAbsent(text))

/** A `metadata.agent` that is not an object is wrapped in a list, so that it is never a usable id. */
const unusable = (agent: unknown): unknown => (isGiven(agent) ? [agent] : undefined)

const own = (object: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

export const isAgentId = (text: string): boolean => /^[^\p{Cc}]{1,200}$/u.test(text)
