import { DataFolderInUse } from '@quartermaster/embedded-postgres'
import { ConfigError } from '@quartermaster/toolkit'

const DATABASE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user or the password',
  '3D000': 'it has no such database',
  '42501': 'its user may not do this',
}

/** What an operator can mend, in one line; undefined for what needs the whole error. */
export function explainStartFailure(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DataFolderInUse) return error.message
  const code = codeOf(error)
  if (code === undefined) return undefined
  const reason = DATABASE[code]
  return reason === undefined ? undefined : `DATABASE_URL: ${reason} (${code})`
}

/** The code of the error or of what caused it: a failed migration hides the lost connection. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : codeOf(error.cause)
}
