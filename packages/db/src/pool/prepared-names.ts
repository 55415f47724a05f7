import { createHash } from 'node:crypto'

/** Statements are few, since lists are passed as one array parameter. The limit is a safeguard. */
const MAX_PREPARED = 500

/** The names under which statements are prepared, the same for all connections of a pool. */
export class PreparedNames {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** Undefined beyond the limit: the statement is then not prepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_PREPARED) return known
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    const name = `${hash}-${this.#generation}`
    this.#names.set(text, name)
    return name
  }

  /** Every statement is prepared anew, on all connections. */
  renew(): void {
    this.#generation++
    this.#names.clear()
  }
}

/**
 * Whether a migration has given a table of the statement another column since the statement was prepared.
 * PostgreSQL refuses such a statement on that connection for ever.
 */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
