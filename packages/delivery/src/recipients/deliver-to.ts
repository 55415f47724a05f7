import {
  closestName,
  explainProblems,
  isSealed,
  mapUrlSecrets,
  quote,
  readValue,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { type DeliverTo, findTargetKind, TARGET_KINDS } from '../targets/index.ts'
import { LONGEST_URL } from '../targets/settings.ts'

export type { DeliverTo }

export const DELIVERY_KINDS: readonly DeliverTo['kind'][] = TARGET_KINDS.map(({ kind }) => kind)

/** Why settings cannot be used, for the operator. */
export type SettingsProblem = { readonly problem: string; readonly suggestion?: string }

/** Reads an agent's `deliver_to` settings. */
export function readDeliverTo(value: unknown): DeliverTo | SettingsProblem {
  const kind = (value as { kind?: unknown } | null)?.kind
  const schema = typeof kind === 'string' ? findTargetKind(kind)?.settings : undefined
  if (schema === undefined) {
    const closest = typeof kind === 'string' ? closestName(kind, DELIVERY_KINDS) : undefined
    return {
      problem: `deliver_to.kind must be one of ${DELIVERY_KINDS.join(', ')}.`,
      suggestion:
        closest === undefined
          ? 'For prompts that the agent reads itself, send {"deliver_to":{"kind":"inbox"}}.'
          : `Did you mean ${quote(closest)}?`,
    }
  }
  const { value: read, problems } = readValue(schema, value)
  if (problems.length > 0) {
    const located = problems.map((found) => ({ ...found, path: ['deliver_to', ...found.path] }))
    const input = { deliver_to: value }
    const error = explainProblems(located, Type.Object({ deliver_to: schema }), { input })
    return { problem: `deliver_to cannot be used. ${error.message}`, suggestion: error.suggestion }
  }
  const problem = findProblem(read as DeliverTo)
  return problem === undefined ? (read as DeliverTo) : { problem }
}

/** Headers that the HTTP client or the target sets itself. */
const RESERVED_HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
  'x-client-request-id',
])
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/
/** Visible Latin-1 characters, with blanks and tabs only between them. */
const HEADER_VALUE = /^([\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/

/** The problem of settings that fit the schema although no request can be sent with them. */
function findProblem(settings: DeliverTo): string | undefined {
  const fields = settings as { url?: string; base_url?: string; headers?: Record<string, string> }
  for (const field of ['url', 'base_url'] as const) {
    const url = fields[field] ?? ''
    if (mapUrlSecrets(url, (text) => (isSealed(text) ? '' : text)).length > LONGEST_URL) {
      return `deliver_to.${field} must have at most ${LONGEST_URL} characters.`
    }
    const { username, password } = URL.parse(url) ?? {}
    if (username || password) {
      return `deliver_to.${field} must not contain a user name or a password; send them in a header, such as authorization.`
    }
  }
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(fields.headers ?? {})) {
    const key = name.toLowerCase()
    const field = `deliver_to.headers.${JSON.stringify(name.slice(0, 100))}`
    if (!HEADER_NAME.test(name)) return `${field} is not a valid header name.`
    if (RESERVED_HEADERS.has(key) || (key === 'authorization' && 'api_key' in settings)) {
      return `${field} cannot be set: the gateway sets this header itself.`
    }
    if (seen.has(key)) return `${field} appears twice, in different cases.`
    if (!HEADER_VALUE.test(value)) return `${field} is not a valid header value.`
    seen.add(key)
  }
}
