import { type AllowList, BadAllowList, parseAllowList } from '@quartermaster/outbound'
import { ConfigError, customMessage } from '@quartermaster/toolkit'
import { type Static, Type } from '@sinclair/typebox'
import { DEFAULT_SETTINGS, lettaSettings, type PromptSettings } from './settings.ts'

/** The environment variables of this package. */
export const PromptVariables = {
  QM_OUTBOUND_ALLOW: Type.Optional(Type.String()),
  QM_ALLOW_UPLOAD: Type.Boolean({ default: DEFAULT_SETTINGS.mayUpload }),
  QM_SCHEDULES_PER_AGENT: Type.Integer({
    default: DEFAULT_SETTINGS.schedulesPerAgent,
    minimum: 1,
  }),
  QM_CATCH_UP_PER_SECOND: Type.Integer({ default: DEFAULT_SETTINGS.catchUpPerSecond, minimum: 1 }),
  QM_KEEP_DAYS: Type.Integer({ default: DEFAULT_SETTINGS.keepDays, minimum: 1 }),
  LETTA_BASE_URL: Type.Optional(
    Type.String({
      format: 'uri',
      pattern: '^https?://',
      [customMessage]: 'must be an http or https URL',
    }),
  ),
  LETTA_API_KEY: Type.Optional(Type.String()),
  LETTA_SERVER_PASSWORD: Type.Optional(Type.String()),
  PROMPTYOSELF_DEFAULT_AGENT_ID: Type.Optional(Type.String()),
  LETTA_AGENT_ID: Type.Optional(Type.String()),
  LETTA_DEFAULT_AGENT_ID: Type.Optional(Type.String()),
  PROMPTYOSELF_USE_SINGLE_AGENT_FALLBACK: Type.Boolean({ default: false }),
}

const Environment = Type.Object(PromptVariables)

export function promptSettings(environment: Static<typeof Environment>): PromptSettings {
  const { LETTA_BASE_URL, LETTA_API_KEY, LETTA_SERVER_PASSWORD } = environment
  const { PROMPTYOSELF_DEFAULT_AGENT_ID, LETTA_AGENT_ID, LETTA_DEFAULT_AGENT_ID } = environment
  const { username, password } = URL.parse(LETTA_BASE_URL ?? '') ?? {}
  if (username || password) {
    throw new ConfigError(
      'LETTA_BASE_URL must not contain a user name or a password: use LETTA_API_KEY or LETTA_SERVER_PASSWORD',
    )
  }
  return {
    letta: lettaSettings(LETTA_BASE_URL, LETTA_API_KEY, LETTA_SERVER_PASSWORD),
    agentIds: { PROMPTYOSELF_DEFAULT_AGENT_ID, LETTA_AGENT_ID, LETTA_DEFAULT_AGENT_ID },
    singleAgentFallback: environment.PROMPTYOSELF_USE_SINGLE_AGENT_FALLBACK,
    mayUpload: environment.QM_ALLOW_UPLOAD,
    schedulesPerAgent: environment.QM_SCHEDULES_PER_AGENT,
    catchUpPerSecond: environment.QM_CATCH_UP_PER_SECOND,
    keepDays: environment.QM_KEEP_DAYS,
  }
}

/** Private hosts that may be called. */
export function outboundAllow({ QM_OUTBOUND_ALLOW }: { QM_OUTBOUND_ALLOW?: string }): AllowList {
  try {
    return parseAllowList(QM_OUTBOUND_ALLOW)
  } catch (error) {
    if (error instanceof BadAllowList) throw new ConfigError(`QM_OUTBOUND_ALLOW ${error.message}`)
    throw error
  }
}
