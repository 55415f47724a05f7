import type { Database } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { hashOf, type Reader } from '../../reader.ts'
import { isReadable, PAGE_BYTES } from './visibility.ts'

export type Version = {
  readonly version: number
  /** JSON text. */
  readonly value: string
  readonly writtenBy: string
  readonly writtenAt: Date
  readonly isCurrent: boolean
}

export type History = { readonly versions: readonly Version[]; readonly hasMore: boolean }

type Row = {
  version: number
  value: string | null
  changed_by: string
  changed_at: Date
  is_current: boolean
}

/** How many versions of a key keep their value. */
export const VERSIONS_KEPT = 100

type HistoryPage = { readonly limit: number; readonly before: number | undefined }

/** The versions of a key that this reader could read when they were pushed, newest first. */
export const readVersions = (
  db: Database,
  reader: Reader,
  now: Date,
  key: string,
  page: HistoryPage,
): Promise<History> =>
  readStored(db, {
    workspaceId: reader.workspaceId,
    now,
    key,
    page,
    condition: isReadable('change', reader),
  })

/** All versions of a key, for the operator, newest first. */
export const readAllVersions = (
  db: Database,
  workspaceId: string,
  now: Date,
  key: string,
  page: HistoryPage,
): Promise<History> => readStored(db, { workspaceId, now, key, page, condition: sql`true` })

type Wanted = {
  readonly workspaceId: string
  readonly now: Date
  readonly key: string
  readonly page: HistoryPage
  readonly condition: RawBuilder<boolean>
}

/** Whether `change` is a version of `item` whose value is kept and has not expired. */
export const isStoredVersion = (now: Date): RawBuilder<boolean> => sql`(
  change.kind = 'pushed'
  and change.version > item.version - ${VERSIONS_KEPT}
  and change.value is not null
  and (change.expires_at is null or change.expires_at > ${now})
)`

/** Reads: context_items, context_changes, memberships. Locks and writes: nothing. */
async function readStored(
  db: Database,
  { workspaceId, now, key, page: { limit, before }, condition }: Wanted,
): Promise<History> {
  const { rows } = await sql<Row>`
    with found as (
      select change.id, change.version, change.value_bytes,
        change.version = item.version as is_current
      from context_items item
      join context_changes change on change.item_id = item.id
      where item.workspace_id = ${workspaceId}
        and item.key_hash = ${hashOf(key)}
        and ${isStoredVersion(now)}
        ${before === undefined ? sql`` : sql`and change.version < ${before}`}
        and ${condition}
      order by change.version desc
      limit ${limit + 1}
    ),
    page as (
      select *,
        row_number() over in_order <= ${limit}
          and (row_number() over in_order = 1 or sum(value_bytes + 200) over in_order <= ${PAGE_BYTES}) as kept
      from found
      window in_order as (order by version desc)
    )
    select page.version, page.is_current, change.value, change.changed_by, change.changed_at
    from page
    left join context_changes change on change.id = page.id and page.kept
    order by page.version desc`.execute(db)

  const versions = rows.flatMap((row) =>
    row.value === null
      ? []
      : {
          version: row.version,
          value: row.value,
          writtenBy: fromStorable(row.changed_by),
          writtenAt: row.changed_at,
          isCurrent: row.is_current,
        },
  )
  return { versions, hasMore: versions.length < rows.length }
}
