import { readdir } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AllowList } from '@quartermaster/outbound'
import {
  outboundAllow,
  type PromptSettings,
  PromptVariables,
  promptSettings,
} from '@quartermaster/prompts'
import { ConfigError, customMessage, readEnvironment } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const DEFAULT_TOOLS_DIR = 'tools'

const ROLES = ['all', 'gateway', 'worker'] as const

/** Every variable the gateway reads, with its default. The only place that knows their names. */
const Environment = Type.Object({
  ...PromptVariables,
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://' })),
  LOG_LEVEL: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info' },
  ),
  HOST: Type.String({ default: '127.0.0.1', minLength: 1 }),
  PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65535 }),
  QM_ROLE: Type.Union(
    ROLES.map((role) => Type.Literal(role)),
    { default: 'all' },
  ),
  QM_DATA_DIR: Type.String({ default: '.quartermaster', minLength: 1 }),
  QM_TOOLS_DIR: Type.String({ default: DEFAULT_TOOLS_DIR, minLength: 1 }),
  QM_ROOT_KEY: Type.Optional(Type.String({ minLength: 16 })),
  QM_PUBLIC_URL: Type.Optional(
    Type.String({
      format: 'uri',
      pattern: '^https?://[^?#]*$',
      [customMessage]: 'must be an http or https URL without a query and a fragment',
    }),
  ),
  QM_BODY_LIMIT: Type.Integer({ default: 1024 * 1024, minimum: 1024 }),
  QM_ANSWER_LIMIT: Type.Integer({ default: 256 * 1024, minimum: 4096 }),
  QM_RATE_LIMIT: Type.Integer({ default: 0, minimum: 0 }),
  QM_CALL_LOG_DAYS: Type.Integer({ default: 30, minimum: 1 }),
  QM_CALL_LOG_ROWS: Type.Integer({ default: 1_000_000, minimum: 1000 }),
  QM_DATABASE_CONNECTIONS: Type.Integer({ default: 20, minimum: 2, maximum: 1000 }),
})

export type Config = {
  readonly host: string
  readonly port: number
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  readonly redisUrl: string | undefined
  readonly role: (typeof ROLES)[number]
  readonly dataDir: string
  readonly toolsDir: string
  /** Private hosts that may be called. */
  readonly outboundAllow: AllowList
  readonly prompts: PromptSettings
  /** A variable that a folder of tools declares as its secret. */
  readonly findSecret: (variable: string) => string | undefined
  readonly rootKey: string | undefined
  /** Undefined until the gateway listens, when it is not set: the port may be any free one. */
  readonly publicUrl: string | undefined
  readonly bodyLimit: number
  readonly answerLimit: number
  /** Calls per key and minute; 0 = no limit. */
  readonly rateLimit: number
  readonly callLogDays: number
  readonly callLogRows: number
  readonly logLevel: string
}

type Variables = Record<string, string | undefined>

export function readConfig(variables: Variables): Config {
  const environment = readEnvironment(Environment, variables)
  return {
    host: environment.HOST,
    port: environment.PORT,
    databaseUrl: environment.DATABASE_URL,
    databaseConnections: environment.QM_DATABASE_CONNECTIONS,
    redisUrl: environment.REDIS_URL,
    role: environment.QM_ROLE,
    dataDir: fromRoot(environment.QM_DATA_DIR),
    toolsDir: fromRoot(environment.QM_TOOLS_DIR),
    outboundAllow: outboundAllow(environment),
    prompts: promptSettings(environment),
    findSecret: (variable) => variables[variable],
    rootKey: environment.QM_ROOT_KEY,
    publicUrl: environment.QM_PUBLIC_URL?.replace(/\/+$/, ''),
    bodyLimit: environment.QM_BODY_LIMIT,
    answerLimit: environment.QM_ANSWER_LIMIT,
    rateLimit: environment.QM_RATE_LIMIT,
    callLogDays: environment.QM_CALL_LOG_DAYS,
    callLogRows: environment.QM_CALL_LOG_ROWS,
    logLevel: environment.LOG_LEVEL,
  }
}

const fromRoot = (path: string): string => (isAbsolute(path) ? path : resolve(ROOT, path))

/** Folders of tools are not needed; but a folder that somebody named has to be there. */
export async function checkToolsDir({ toolsDir }: Config): Promise<void> {
  await readdir(toolsDir).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT' && toolsDir === fromRoot(DEFAULT_TOOLS_DIR)) return
    throw new ConfigError(`QM_TOOLS_DIR: ${toolsDir} cannot be read (${code})`)
  })
}

/** The process's environment, with `.env` at the repository's root behind it. */
export function environmentVariables(): Variables {
  try {
    process.loadEnvFile(resolve(ROOT, '.env'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // biome-ignore lint/style/noProcessEnv: the one reader of the environment.
  return process.env
}
