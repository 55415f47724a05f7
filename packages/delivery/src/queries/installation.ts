import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

/** Distinguishes this database from others whose gateways share the same Redis. */
export async function findInstallation(db: Database): Promise<string> {
  const { rows } = await sql<{ installation: string }>`
    select concat_ws('/', d.oid, d.datname, (select id from workspaces where name = 'default')) as installation
    from pg_database d
    where d.datname = current_database()
  `.execute(db)
  return rows[0]?.installation ?? ''
}
