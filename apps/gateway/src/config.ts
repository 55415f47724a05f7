import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AllowList } from '@quartermaster/outbound'
import {
  outboundAllow,
  type PromptSettings,
  PromptVariables,
  promptSettings,
} from '@quartermaster/prompts'
import { ConfigError, closestName, customMessage, readEnvironment } from '@quartermaster/toolkit'
import { fromBase, INSTALLATION, IS_INSTALLED } from '@quartermaster/toolkit/installation'
import { type Static, Type } from '@sinclair/typebox'
import type { Limits } from './limits/quotas.ts'
import type { RepetitionLimits } from './limits/repeated-calls.ts'
import { encryptionKeyFault } from './secrets/encryption-key-fault.ts'
import { parseKey } from './secrets/parse-key.ts'
import { rootKeyFault } from './secrets/root-key-fault.ts'
import { splitList } from './tool-call/split-list.ts'

const DEFAULT_TOOLS_DIR = 'tools'

const ROLES = ['all', 'gateway', 'worker'] as const

const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** Every variable that a process of Quartermaster reads, with its default. */
const Environment = Type.Object({
  ...PromptVariables,
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      [customMessage]: 'must begin with postgres:// or postgresql://',
    }),
  ),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: '^rediss?://',
      [customMessage]: 'must begin with redis:// or rediss://',
    }),
  ),
  LOG_LEVEL: Type.Union(
    LOG_LEVELS.map((level) => Type.Literal(level)),
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
  QM_ROOT_KEY: Type.Optional(Type.String()),
  QM_ENCRYPTION_KEY: Type.Optional(Type.String()),
  QM_ENCRYPTION_KEY_PREVIOUS: Type.Optional(Type.String()),
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
  QM_TOOL_RATE_LIMIT: Type.Integer({ default: 0, minimum: 0 }),
  QM_WORKSPACE_RATE_LIMIT: Type.Integer({ default: 0, minimum: 0 }),
  QM_QUOTA_KEYS: Type.Integer({ default: 0, minimum: 0 }),
  QM_QUOTA_BYTES: Type.Integer({ default: 0, minimum: 0 }),
  QM_QUOTA_ROWS: Type.Integer({ default: 0, minimum: 0 }),
  QM_QUOTA_SCHEDULES: Type.Integer({ default: 0, minimum: 0 }),
  QM_LOOP_FAILURES: Type.Integer({ default: 50, minimum: 0 }),
  QM_LOOP_WRITES: Type.Integer({ default: 200, minimum: 0 }),
  QM_LOOP_READS: Type.Integer({ default: 0, minimum: 0 }),
  QM_TLS_CERT: Type.Optional(Type.String({ minLength: 1 })),
  QM_TLS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  QM_CALL_LOG_DAYS: Type.Integer({ default: 30, minimum: 1 }),
  QM_CALL_LOG_ROWS: Type.Integer({ default: 1_000_000, minimum: 1000 }),
  QM_AUDIT_DAYS: Type.Integer({ default: 0, minimum: 0 }),
  QM_CORS_ORIGINS: Type.Optional(Type.String()),
  QM_ALLOWED_ORIGINS: Type.Optional(Type.String()),
  QM_TRUST_PROXY: Type.Union([Type.Boolean(), Type.Integer({ minimum: 1, maximum: 10 })], {
    default: false,
  }),
  QM_OAUTH: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'off' }),
  QM_OAUTH_REDIRECT_HOSTS: Type.String({
    default: 'claude.ai,claude.com,chatgpt.com,localhost',
  }),
  QM_MAX_IN_FLIGHT: Type.Integer({ default: 1000, minimum: 10 }),
  QM_WORKER_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  QM_DRAIN_SECONDS: Type.Integer({ default: 0, minimum: 0, maximum: 30 }),
  QM_PROCESSES: Type.Integer({ default: 1, minimum: 1, maximum: 64 }),
  QM_DATABASE_CONNECTIONS: Type.Integer({ default: 20, minimum: 2, maximum: 1000 }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      [customMessage]: 'must begin with http:// or https://',
    }),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: Type.Union(
    OTLP_PROTOCOLS.map((protocol) => Type.Literal(protocol)),
    { default: 'http/protobuf' },
  ),
  OTEL_SERVICE_NAME: Type.String({ default: 'quartermaster', minLength: 1 }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({ default: 1, minimum: 0, maximum: 1 }),
})

/** Names of the variables, for the tests of the documentation. */
export const VARIABLES: readonly string[] = Object.keys(Environment.properties)

export type Config = {
  readonly host: string
  readonly port: number
  /** The port on which a worker answers health checks; unset: it does not listen. */
  readonly workerPort: number | undefined
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  /** Gateway processes on one port. */
  readonly processes: number
  /** How long a stopping gateway still takes calls while `/readyz` reports that it is not ready. */
  readonly drainSeconds: number
  readonly redisUrl: string | undefined
  readonly role: (typeof ROLES)[number]
  readonly dataDir: string
  readonly toolsDir: string
  /** Private hosts that webhooks and tools may call. */
  readonly outboundAllow: AllowList
  readonly prompts: PromptSettings
  /** Reads a variable that a tool folder declares as its secret. */
  readonly findSecret: (variable: string) => string | undefined
  readonly rootKey: string | undefined
  /** Unset: the key that the first start creates in `dataDir`. */
  readonly encryptionKey: Buffer | undefined
  /** Older keys. Secrets encrypted with them can be read, and are re-encrypted with `encryptionKey` at startup. */
  readonly previousEncryptionKeys: readonly Buffer[]
  /** Unset: the address that the gateway listens on, known once it listens. */
  readonly publicUrl: string | undefined
  readonly bodyLimit: number
  readonly answerLimit: number
  /** Calls per agent and minute; 0 = no limit. */
  readonly rateLimit: number
  /** Calls of one tool per agent and minute, and calls per workspace and minute; 0 = no limit. */
  readonly toolRateLimit: number
  readonly workspaceRateLimit: number
  /** How much a workspace may store, unless it has its own limits; 0 = no limit. */
  readonly quotas: Limits
  /** Identical calls in a row after which the next one is refused; 0 = no limit. */
  readonly repetitions: RepetitionLimits
  /** Files of the certificate and its key. Unset: plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  /** Requests that the process handles at the same time. */
  readonly maxInFlight: number
  /** Origins of web pages that may call the gateway. */
  readonly corsOrigins: readonly string[]
  /** Origins that /mcp accepts, in addition to its own and those of `corsOrigins`. */
  readonly allowedOrigins: readonly string[]
  /** Number of proxies in front of the gateway whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: number
  /** Undefined: no OAuth. */
  readonly oauth: OAuthSettings | undefined
  readonly callLogDays: number
  readonly callLogRows: number
  /** Days for which the audit log is kept; 0 = forever. */
  readonly auditDays: number
  readonly logLevel: string
  /** Undefined: the process sends no traces. */
  readonly telemetry: TelemetrySettings | undefined
  /** For the log: variables that look like ours and have no effect. */
  readonly warnings: readonly string[]
}

export type TelemetrySettings = {
  readonly protocol: (typeof OTLP_PROTOCOLS)[number]
  readonly serviceName: string
  /** Fraction of the traces that begin here; a caller's sampling decision takes precedence. */
  readonly sampledFraction: number
}

export type OAuthSettings = {
  /** The hosts to which authorization codes may be sent. */
  readonly redirectHosts: readonly string[]
}

type Variables = Record<string, string | undefined>

export function readConfig(variables: Variables): Config {
  const warnings = checkNames(variables)
  const environment = readEnvironment(Environment, variables)
  return {
    host: environment.HOST,
    port: environment.PORT,
    workerPort: environment.QM_WORKER_PORT,
    databaseUrl: checkUrl('DATABASE_URL', environment.DATABASE_URL),
    databaseConnections: environment.QM_DATABASE_CONNECTIONS,
    processes: environment.QM_PROCESSES,
    drainSeconds: environment.QM_DRAIN_SECONDS,
    redisUrl: checkUrl('REDIS_URL', environment.REDIS_URL),
    role: environment.QM_ROLE,
    dataDir: fromBase(environment.QM_DATA_DIR),
    toolsDir: toolsDirOf(environment.QM_TOOLS_DIR),
    outboundAllow: outboundAllow(environment),
    prompts: promptSettings(environment),
    findSecret: (variable) => variables[variable],
    rootKey: checkRootKey(environment),
    encryptionKey: readEncryptionKey(environment.QM_ENCRYPTION_KEY),
    previousEncryptionKeys: readKeys(
      'QM_ENCRYPTION_KEY_PREVIOUS',
      environment.QM_ENCRYPTION_KEY_PREVIOUS,
    ),
    publicUrl: environment.QM_PUBLIC_URL?.replace(/\/+$/, ''),
    bodyLimit: environment.QM_BODY_LIMIT,
    answerLimit: environment.QM_ANSWER_LIMIT,
    rateLimit: environment.QM_RATE_LIMIT,
    toolRateLimit: environment.QM_TOOL_RATE_LIMIT,
    workspaceRateLimit: environment.QM_WORKSPACE_RATE_LIMIT,
    quotas: {
      keys: environment.QM_QUOTA_KEYS,
      bytes: environment.QM_QUOTA_BYTES,
      rows: environment.QM_QUOTA_ROWS,
      schedules: environment.QM_QUOTA_SCHEDULES,
    },
    repetitions: {
      failures: environment.QM_LOOP_FAILURES,
      writes: environment.QM_LOOP_WRITES,
      reads: environment.QM_LOOP_READS,
    },
    tls: readTlsFiles(environment.QM_TLS_CERT, environment.QM_TLS_KEY),
    maxInFlight: environment.QM_MAX_IN_FLIGHT,
    corsOrigins: readOrigins('QM_CORS_ORIGINS', environment.QM_CORS_ORIGINS),
    allowedOrigins: readOrigins('QM_ALLOWED_ORIGINS', environment.QM_ALLOWED_ORIGINS),
    trustedProxies: Number(environment.QM_TRUST_PROXY),
    oauth: readOAuth(environment),
    callLogDays: environment.QM_CALL_LOG_DAYS,
    callLogRows: environment.QM_CALL_LOG_ROWS,
    auditDays: environment.QM_AUDIT_DAYS,
    logLevel: environment.LOG_LEVEL,
    telemetry: readTelemetry(environment),
    warnings,
  }
}

// Variables of the command line, which may be set for the whole shell.
const OTHERS = ['QM_URL', 'QM_KEY']

/** Refuses a misspelt variable, and returns a warning for each unknown one. */
function checkNames(variables: Variables): string[] {
  const known = Object.keys(Environment.properties)
  const unknown = Object.keys(variables).filter(
    (name) =>
      /^QM_(?!SECRET_|TEST_)/.test(name) &&
      variables[name] !== '' &&
      !known.includes(name) &&
      !OTHERS.includes(name),
  )
  for (const name of unknown) {
    const meant = closestName(
      name,
      known.filter((candidate) => candidate.startsWith('QM_')),
    )
    if (meant !== undefined) {
      throw new ConfigError(`${name} is not a variable of Quartermaster. Did you mean ${meant}?`)
    }
  }
  return unknown.map((name) => `${name} is not a variable of Quartermaster and has no effect`)
}

const GENERATE = 'for example the output of "openssl rand -hex 32"'

function checkRootKey(environment: {
  QM_ROOT_KEY?: string
  HOST: string
  QM_ROLE: Config['role']
}): string | undefined {
  const { QM_ROOT_KEY: key, HOST, QM_ROLE } = environment
  const isPublic = !isLoopback(HOST)
  if (key !== undefined) {
    const fault = rootKeyFault(key, isPublic)
    if (fault !== undefined) throw new ConfigError(`QM_ROOT_KEY ${fault}`)
  } else if (isPublic && QM_ROLE !== 'worker') {
    throw new ConfigError(
      `QM_ROOT_KEY must be set, because HOST=${HOST} can be reached from other machines: ${GENERATE}`,
    )
  }
  return key
}

const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** The value is not part of the message, because it may contain a password. */
function checkUrl(variable: string, url: string | undefined): string | undefined {
  if (url === undefined || URL.canParse(url)) return url
  throw new ConfigError(
    `${variable} cannot be read: it must look like SCHEME://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of the password percent-encoded`,
  )
}

function readKeys(variable: string, text = ''): Buffer[] {
  return splitList(text).map((entry) => {
    const bytes = parseKey(entry)
    if (bytes !== undefined) return bytes
    throw new ConfigError(
      `${variable} must be 32 random bytes in hexadecimal or base64, ${GENERATE}`,
    )
  })
}

// Previous keys are not checked for guessability: secrets must stay readable while a weak key is being replaced.
function readEncryptionKey(text = ''): Buffer | undefined {
  const [key] = readKeys('QM_ENCRYPTION_KEY', text)
  const fault = key && encryptionKeyFault(text.trim(), key)
  if (fault === undefined) return key
  throw new ConfigError(
    `QM_ENCRYPTION_KEY ${fault}: set 32 random bytes, ${GENERATE}, and move a key that was used before to QM_ENCRYPTION_KEY_PREVIOUS`,
  )
}

const readTelemetry = (environment: Static<typeof Environment>): Config['telemetry'] =>
  environment.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        protocol: environment.OTEL_EXPORTER_OTLP_PROTOCOL,
        serviceName: environment.OTEL_SERVICE_NAME,
        sampledFraction: environment.OTEL_TRACES_SAMPLER_ARG,
      }

function readOAuth({
  QM_OAUTH,
  QM_OAUTH_REDIRECT_HOSTS,
  QM_PUBLIC_URL,
}: Pick<Static<typeof Environment>, 'QM_OAUTH' | 'QM_OAUTH_REDIRECT_HOSTS' | 'QM_PUBLIC_URL'>):
  | OAuthSettings
  | undefined {
  if (QM_OAUTH === 'off') return undefined
  const { pathname = '/' } = URL.parse(QM_PUBLIC_URL ?? '') ?? {}
  if (pathname !== '/') {
    throw new ConfigError(
      'QM_OAUTH: QM_PUBLIC_URL must have no path, because clients look for the metadata at the root of its host',
    )
  }
  const redirectHosts = splitList(QM_OAUTH_REDIRECT_HOSTS)
  const wrong = redirectHosts.find((host) => URL.parse(`https://${host}`)?.host !== host)
  if (wrong === undefined && redirectHosts.length > 0) return { redirectHosts }
  throw new ConfigError(
    'QM_OAUTH_REDIRECT_HOSTS must be a list of hosts such as claude.ai or app.example:8443',
  )
}

function readTlsFiles(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (cert !== undefined && key !== undefined) return { cert: fromBase(cert), key: fromBase(key) }
  if (cert === undefined && key === undefined) return undefined
  throw new ConfigError(`${cert === undefined ? 'QM_TLS_CERT' : 'QM_TLS_KEY'} must be set too`)
}

function readOrigins(variable: string, text = ''): string[] {
  return splitList(text).map((entry) => {
    if (entry === '*') {
      throw new ConfigError(
        `${variable} must name each origin: with * every web page could call, and browsers send keys`,
      )
    }
    const url = URL.parse(entry)
    if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin
    throw new ConfigError(`${variable} must be a list of origins such as https://app.example`)
  })
}

/** The installed package has examples, for a working directory that has no tools of its own. */
function toolsDirOf(path: string): string {
  const dir = fromBase(path)
  const isMissing = path === DEFAULT_TOOLS_DIR && IS_INSTALLED && !existsSync(dir)
  return isMissing ? join(INSTALLATION, DEFAULT_TOOLS_DIR) : dir
}

/** The default tools folder may be missing; a configured one must exist. */
export async function checkToolsDir({ toolsDir }: Config): Promise<void> {
  await readdir(toolsDir).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT' && toolsDir === fromBase(DEFAULT_TOOLS_DIR)) return
    throw new ConfigError(`QM_TOOLS_DIR: ${toolsDir} cannot be read (${code})`)
  })
}

/** The environment of the process, completed from `.env`. */
export function environmentVariables(): Variables {
  const file = fromBase('.env')
  if (existsSync(file)) process.loadEnvFile(file)
  // biome-ignore lint/style/noProcessEnv: the one reader of the environment.
  return process.env
}
