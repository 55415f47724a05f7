import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { RESUMED, SCHEDULE_SOON } from '../worker-lock.ts'

/** Notifies workers, on commit, that a schedule is due before they would next look. */
export const announceScheduleSoon = (db: Database) =>
  sql`select pg_notify(${SCHEDULE_SOON}, '')`.execute(db)

/** The same for the end of a pause, after which held deliveries are due as well. */
export const announceResume = (db: Database) =>
  sql`select pg_notify(${SCHEDULE_SOON}, ${RESUMED})`.execute(db)
