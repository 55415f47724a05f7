import { type Answer, OutboundError } from '@quartermaster/outbound'
import type { Outcome } from '../targets/target.ts'

const LONGEST_RETRY_AFTER_MS = 3_600_000

/** The outcome of a response whose status is not 2xx. */
export function failureFromStatus(
  name: string,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  now: Date,
): Outcome {
  const retryAfterMs = retryAfter(headers['retry-after'], now)
  return {
    outcome: 'failed',
    status,
    error: `${name} answered with status ${status}`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status === 410 && { final: true }),
  }
}

/**
 * The outcome of a request without a complete response. `repeatable`: the receiver deduplicates by
 * the delivery's id, so the request may be sent again even if it was written.
 */
export function failureFromNoResponse(
  name: string,
  error: unknown,
  { repeatable }: { repeatable: boolean },
): Outcome {
  if (!(error instanceof OutboundError)) throw error
  const { failure, written, message, status } = error
  // A status without a complete body still acknowledges the request.
  if (status !== undefined && isSuccess(status)) return { outcome: 'delivered', status }
  if (status !== undefined) {
    return { outcome: 'failed', status, error: `${name} answered with status ${status}` }
  }
  if (failure === 'bad_url' || failure === 'private_address') {
    return { outcome: 'failed', error: message }
  }
  const reason =
    failure === 'timed_out' ? `${name} did not answer in time` : `${name} cannot be reached`
  if (written && !repeatable) return { outcome: 'unconfirmed', error: reason }
  return { outcome: 'failed', error: reason }
}

/** Milliseconds from a `Retry-After` header: seconds or an HTTP date. */
export function retryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined || value === '') return undefined
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER_MS) : undefined
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The value of the first of these members that is text in a JSON response. */
export function textMember(text: string, ...names: string[]): string | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const body = JSON.parse(text) as Record<string, unknown> | null
    const value = names.map((name) => body?.[name]).find((found) => typeof found === 'string')
    return typeof value === 'string' ? value.slice(0, 200) : undefined
  } catch {
    return undefined
  }
}
