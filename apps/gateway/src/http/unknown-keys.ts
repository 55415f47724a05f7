import { readKey } from '@quartermaster/access'
import { ToolError } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'

const PER_MINUTE = 600
const MINUTE_MS = 60_000

type Sent = Pick<FastifyRequest, 'ip' | 'apiKey'>

/** Whether a key has the form of an agent's key, so that looking it up costs a query. */
const isWellFormed = (key: string): boolean => typeof readKey(key) === 'object'

/**
 * Limits the unknown keys of one address, since each costs a query. Keys that were verified before, the root
 * key and mistyped keys cost none and are not affected.
 */
export function limitUnknownKeys() {
  let counts = new Map<string, number>()
  let minute = 0
  return {
    check({ ip, apiKey }: Sent): void {
      if (counts.size === 0) return
      const now = Math.floor(performance.now() / MINUTE_MS)
      if (now !== minute) counts = new Map()
      minute = now
      if ((counts.get(ip) ?? 0) < PER_MINUTE || !isWellFormed(apiKey)) return
      throw new ToolError('rate_limited', 'This address has sent too many unknown keys.', {
        suggestion: 'Send a valid key, after the time in the Retry-After header.',
        headers: { 'retry-after': '60' },
      })
    },
    count({ ip, apiKey }: Sent, error: unknown): void {
      const isRefused = error instanceof ToolError && error.code === 'unauthorized'
      if (isRefused && isWellFormed(apiKey)) counts.set(ip, (counts.get(ip) ?? 0) + 1)
    },
  }
}
