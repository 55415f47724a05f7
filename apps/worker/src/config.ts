import type { AllowList } from '@quartermaster/outbound'
import {
  outboundAllow,
  type PromptSettings,
  PromptVariables,
  promptSettings,
} from '@quartermaster/prompts'
import { readEnvironment } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

/** A part of the gateway's variables, with the same meaning. */
const Environment = Type.Object({
  ...PromptVariables,
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://' }),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://' })),
  LOG_LEVEL: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info' },
  ),
  QM_DATABASE_CONNECTIONS: Type.Integer({ default: 10, minimum: 2, maximum: 1000 }),
})

export type Config = {
  readonly databaseUrl: string
  readonly databaseConnections: number
  readonly redisUrl: string | undefined
  /** Private hosts that may be called. */
  readonly allow: AllowList
  readonly settings: PromptSettings
  readonly logLevel: string
}

export function readConfig(variables: Record<string, string | undefined>): Config {
  const environment = readEnvironment(Environment, variables)
  return {
    databaseUrl: environment.DATABASE_URL,
    databaseConnections: environment.QM_DATABASE_CONNECTIONS,
    redisUrl: environment.REDIS_URL,
    allow: outboundAllow(environment),
    settings: promptSettings(environment),
    logLevel: environment.LOG_LEVEL,
  }
}

/** The one reader of the environment. */
// biome-ignore lint/style/noProcessEnv: see above.
export const environmentVariables = (): Record<string, string | undefined> => process.env
