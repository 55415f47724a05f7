import { type Answer, OutboundError } from '@quartermaster/outbound'
import type { Outcome } from '../targets/target.ts'

/** An hour: whoever asks for more is asked again after it. */
const LONGEST_WAIT = 3_600_000

/** What an answer without success means. */
export function refusal(
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

/** What it means that there is no answer. `repeatable`: the receiver tells repetitions apart. */
export function silence(
  name: string,
  error: unknown,
  { repeatable }: { repeatable: boolean },
): Outcome {
  if (!(error instanceof OutboundError)) throw error
  const { failure, written, message, status } = error
  // The status is the receipt, whatever becomes of the body.
  if (status !== undefined && isSuccess(status)) return { outcome: 'delivered', status }
  if (status !== undefined) {
    return { outcome: 'failed', status, error: `${name} answered with status ${status}` }
  }
  if (failure === 'bad_url' || failure === 'private_address') {
    return { outcome: 'failed', error: message }
  }
  const words =
    failure === 'timed_out' ? `${name} did not answer in time` : `${name} cannot be reached`
  if (written && !repeatable) return { outcome: 'unconfirmed', error: words }
  return { outcome: 'failed', error: words }
}

/** Seconds or a date, as HTTP has it. */
export function retryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined || value === '') return undefined
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_WAIT) : undefined
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** A member of a JSON answer, if it is one and has it. */
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
