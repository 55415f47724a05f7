import { DataFolderInUse } from '@quartermaster/embedded-postgres'
import { ConfigError } from '@quartermaster/toolkit'

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'DATABASE_URL: nothing listens there',
  ENOTFOUND: 'DATABASE_URL: the host does not exist',
  EAI_AGAIN: 'DATABASE_URL: the host does not exist',
  ETIMEDOUT: 'DATABASE_URL: the server does not answer',
  '28P01': 'DATABASE_URL: the server refuses the user or the password',
  '28000': 'DATABASE_URL: the server refuses the user or the password',
  '3D000': 'DATABASE_URL: the server has no such database',
  '42501': 'DATABASE_URL: the user may not create tables',
  '53100': 'the disk of the database is full',
  ENOSPC: 'the disk is full',
}

/** One line for a failure that an operator can fix; undefined for any other failure. */
export function explainStartFailure(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DataFolderInUse) return error.message
  const code = codeOf(error)
  const reason = code && REASONS[code]
  return reason && `${reason} (${code})`
}

/** The code of the error or of its cause: a failed migration wraps the lost connection. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : codeOf(error.cause)
}
