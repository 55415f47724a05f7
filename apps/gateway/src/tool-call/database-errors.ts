import { isStalePlan } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/**
 * Whether PostgreSQL aborted the transaction because of another one, of a call or of a migration, so that it can
 * be retried.
 */
export const isConflict = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error)

const LOCK_TIMEOUT = '55P03'
const CANCELLED = '57014'
const CONNECTION = /^(08|57P|53300)|^E(CONN|PIPE|HOSTUNREACH|TIMEDOUT)/
const NO_CONNECTION =
  /timeout exceeded when trying to connect|Connection terminated|Connection ended|not queryable|Query read timeout/
const DISK_FULL = '53100'
const NO_PARENT = '23503'
const NUL_CHARACTER = '22021'

/** A statement that PostgreSQL refused or cancelled: it has changed nothing. A lost connection is different. */
export const hasFailedAsStatement = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) && !CONNECTION.test(codeOf(error))

/** Whether a statement ended because another transaction holds a lock that it needs, or because of its timeout. */
export const hasTimedOut = (error: unknown): boolean =>
  [LOCK_TIMEOUT, CANCELLED].includes(codeOf(error))

/** The error that a caller gets for a failure of the database; undefined for any other error. */
export function fromDatabaseError(error: unknown): ToolError | undefined {
  const code = codeOf(error)
  if (code === CANCELLED) {
    return new ToolError('deadline_exceeded', 'The database did not finish in time.', {
      cause: error,
    })
  }
  if (isConflict(error)) {
    const message = 'The call conflicted with concurrent changes. Nothing was changed by this call.'
    const suggestion = 'Make the same call again.'
    return new ToolError('in_flight', message, {
      suggestion,
      headers: { 'retry-after': '1' },
      cause: error,
    })
  }
  if (code === NO_PARENT) {
    const message =
      'An object that this call refers to was deleted at the same time. Nothing was changed.'
    return new ToolError('not_found', message, {
      suggestion: 'List what exists, and call again with one of these.',
      cause: error,
    })
  }
  if (code === NUL_CHARACTER) {
    return new ToolError('invalid_input', 'A text contains the character NUL (code 0).', {
      suggestion: 'Remove this character from the text and make the same call again.',
      cause: error,
    })
  }
  if (code === DISK_FULL) {
    return new ToolError('unavailable', 'The disk of the database is full.', { cause: error })
  }
  const isLost =
    CONNECTION.test(code) || (error instanceof Error && NO_CONNECTION.test(error.message))
  if (!isLost) return undefined
  return new ToolError('unavailable', 'The database cannot be reached right now.', { cause: error })
}
