import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

/** Throws if the database does not answer. */
export const ping = (db: Database) => sql`select 1`.execute(db)
