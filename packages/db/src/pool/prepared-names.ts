import { createHash } from 'node:crypto'

/** A safeguard. There are few statements, because lists are passed as one array parameter. */
const MAX_PREPARED = 500

/** The names of prepared statements, the same for all connections of a pool. */
export class PreparedNames {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** Undefined beyond MAX_PREPARED: the statement is then not prepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_PREPARED) return known
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    const name = `${hash}-${this.#generation}`
    this.#names.set(text, name)
    return name
  }

  /** Changes all names, so that every statement is prepared again on all connections. */
  renew(): void {
    this.#generation++
    this.#names.clear()
  }
}

/**
 * Whether a migration has changed the columns of a prepared statement's result. PostgreSQL then refuses the
 * statement on that connection forever.
 */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
