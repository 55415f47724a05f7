import { type RawBuilder, sql } from 'kysely'
import { WORKER_LOCKS } from '../worker-lock.ts'

/** Whether the advisory lock of a worker number is held by any session of this database. */
export const isWorkerLockHeld = (worker: RawBuilder<number>) => sql<boolean>`exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.classid = ${WORKER_LOCKS} and l.objsubid = 2 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
    and l.objid = ${worker}
)`
