import { ToolError } from '@quartermaster/toolkit'

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** Two transactions in each other's way: running one of them again will do. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

const CANCELLED = '57014'
const CONNECTION = /^(08|57P|53300)|^E(CONN|PIPE|HOSTUNREACH|TIMEDOUT)/
const NO_CONNECTION = /timeout exceeded when trying to connect|Connection terminated/

/** A statement that PostgreSQL refused or cancelled: it has changed nothing. A lost connection is different. */
export const hasFailedAsStatement = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) && !CONNECTION.test(codeOf(error))

/** What a failure of the database means to a caller; anything else is a bug of ours. */
export function fromDatabaseError(error: unknown): ToolError | undefined {
  const code = codeOf(error)
  if (code === CANCELLED) {
    return new ToolError('deadline_exceeded', 'The database did not finish in time.', {
      cause: error,
    })
  }
  if (isConflict(error)) {
    const message = 'Other calls were changing the same things. Nothing was changed by this one.'
    const suggestion = 'Make the same call again.'
    return new ToolError('in_flight', message, {
      suggestion,
      headers: { 'retry-after': '1' },
      cause: error,
    })
  }
  const isLost =
    CONNECTION.test(code) || (error instanceof Error && NO_CONNECTION.test(error.message))
  if (!isLost) return undefined
  return new ToolError('unavailable', 'The database cannot be reached right now.', { cause: error })
}
