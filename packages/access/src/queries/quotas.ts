import type { Database } from '@quartermaster/db'
import type { Quota } from '@quartermaster/toolkit'

/** The limits of a workspace. Null = the configured default, 0 = no limit. */
export type OwnQuotas = Readonly<Record<Quota, number | null>>

const COLUMNS = ['id', 'max_keys', 'max_bytes', 'max_rows', 'max_schedules'] as const

type Row = {
  readonly [Column in (typeof COLUMNS)[number]]: Column extends 'id' ? string : number | null
}

const toQuotas = (row: Row): OwnQuotas => ({
  keys: row.max_keys,
  bytes: row.max_bytes,
  rows: row.max_rows,
  schedules: row.max_schedules,
})

/** The workspaces that have their own limits, by id. */
export async function listOwnQuotas(db: Database): Promise<Map<string, OwnQuotas>> {
  const rows = await db
    .selectFrom('workspaces')
    .select(COLUMNS)
    .where((where) =>
      where.or(
        (['max_keys', 'max_bytes', 'max_rows', 'max_schedules'] as const).map((column) =>
          where(column, 'is not', null),
        ),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, toQuotas(row)]))
}

export async function findOwnQuotas(db: Database, workspaceId: string): Promise<OwnQuotas> {
  const row = await db
    .selectFrom('workspaces')
    .select(COLUMNS)
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return toQuotas(row)
}

export async function saveOwnQuotas(
  db: Database,
  workspaceId: string,
  { keys, bytes, rows, schedules }: OwnQuotas,
): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({ max_keys: keys, max_bytes: bytes, max_rows: rows, max_schedules: schedules })
    .where('id', '=', workspaceId)
    .execute()
}
