import { arrayParameter, type Database, statement } from '@quartermaster/db'
import { fromStorable, toStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { EVERYONE, type Reader } from '../../reader.ts'
import type { Item } from './read-items.ts'
import { covers, PAGE_BYTES } from './visibility.ts'

export type ReadRequest = {
  readonly reader: Reader
  readonly now: Date
  readonly keys: readonly string[]
}

type Wanted = {
  readonly request: number
  readonly reader: Reader
  readonly now: Date
  readonly key: string
}

type Row = {
  ordinal: number
  key: string
  value: string
  value_bytes: number
  version: number
  written_by: string
}

/** One entry per wanted key. */
type Columns = {
  readonly workspaceIds: readonly string[]
  readonly keys: readonly string[]
  readonly audiences: readonly string[]
  readonly agentHashes: readonly Buffer[]
  readonly nows: readonly Date[]
}

/** Reads: context_items, memberships. Locks and writes: nothing. */
const readRows = statement<Columns, Row>(
  (value) => sql`
    select wanted.ordinal, item.key, item.value, item.value_bytes, item.version, item.written_by
    from unnest(
      ${arrayParameter(value('workspaceIds'), 'uuid')},
      ${arrayParameter(value('keys'), 'text')},
      ${arrayParameter(value('audiences'), 'text')},
      ${arrayParameter(value('agentHashes'), 'bytea')},
      ${arrayParameter(value('nows'), 'timestamptz')}
    ) with ordinality as wanted (workspace_id, key, audience, agent_hash, now, ordinal)
    cross join lateral (
      -- OFFSET 0 keeps the planner from joining a scan of all items.
      select * from context_items
      where workspace_id = wanted.workspace_id
        and key_hash = sha256(convert_to(wanted.key, 'UTF8'))
      offset 0
    ) item
    where item.value is not null
      and (item.expires_at is null or item.expires_at > wanted.now)
      and (
        ${EVERYONE} = any (item.audiences)
        or wanted.audience = any (item.audiences)
        or exists (
          select from memberships m
          where m.workspace_id = wanted.workspace_id
            and m.agent_hash = wanted.agent_hash
            and m.generation = any (item.generations)
            and ${covers(sql.ref('item.tick'))}
        )
      )
    order by wanted.ordinal`,
)

/**
 * The same as `readItems` for many requests of different readers and workspaces in one statement.
 * Each wanted key carries the workspace and the agent of its request, which decide what is readable.
 */
export async function readItemsBatch(
  db: Database,
  requests: readonly ReadRequest[],
): Promise<Item[][]> {
  const wanted: Wanted[] = requests.flatMap(({ reader, now, keys }, request) =>
    keys.map((key) => ({ request, reader, now, key: toStorable(key) })),
  )
  const rows = await readRows(db, {
    workspaceIds: wanted.map(({ reader }) => reader.workspaceId),
    keys: wanted.map(({ key }) => key),
    audiences: wanted.map(({ reader }) => reader.audience),
    agentHashes: wanted.map(({ reader }) => reader.agentHash),
    nows: wanted.map(({ now }) => now),
  })
  const found = requests.map((): Item[] => [])
  const bytes = requests.map(() => 0)
  for (const row of rows) {
    const request = wanted[row.ordinal - 1]?.request ?? 0
    const items = found[request] ?? []
    const total = (bytes[request] ?? 0) + row.value_bytes + Buffer.byteLength(row.key) * 4 + 200
    bytes[request] = total
    const fits = items.length === 0 || total <= PAGE_BYTES
    items.push({
      key: fromStorable(row.key),
      value: fits ? row.value : null,
      version: row.version,
      writtenBy: fromStorable(row.written_by),
    })
  }
  return found
}
