import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { RESUMED, SCHEDULE_SOON } from '../worker-lock.ts'

/** Notifies workers, on commit, that a schedule is due before their next look. */
export const announceScheduleSoon = (db: Database) =>
  sql`select pg_notify(${SCHEDULE_SOON}, '')`.execute(db)

/** The same after a pause, which has also held deliveries back. */
export const announceResume = (db: Database) =>
  sql`select pg_notify(${SCHEDULE_SOON}, ${RESUMED})`.execute(db)
