import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

/** Where the triggers on workspaces, roles, agents and keys tell of every change. */
export const CHANNEL = 'quartermaster_access'

export const announce = (db: Database, text: string) =>
  sql`select pg_notify(${CHANNEL}, ${text})`.execute(db)
