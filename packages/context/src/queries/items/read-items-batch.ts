import { arrayParameter, type Database, statement } from '@quartermaster/db'
import { fromStorable, toStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { EVERYONE, type Reader } from '../../reader.ts'
import type { Item } from './read-items.ts'
import { covers, isLive, PAGE_BYTES } from './visibility.ts'

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

type OneKey = {
  readonly workspaceId: string
  readonly key: string
  readonly audience: string
  readonly agentHash: Buffer
  readonly now: Date
}

const READ = sql`item.key, item.value, item.value_bytes, item.version, item.written_by`

/** `readRows` for one key, which costs PostgreSQL half as much. Reads: context_items, memberships. */
const readRow = statement<OneKey, Row>(
  (value) => sql`
    select 1 as ordinal, ${READ}
    from context_items item
    where item.workspace_id = ${value('workspaceId')}
      and item.key_hash = sha256(convert_to(${value('key')}, 'UTF8'))
      and ${isLive('item', value('now'))}
      and ${isSent(value('workspaceId'), value('audience'), value('agentHash'))}`,
)

/** Reads: context_items, memberships. Locks and writes: nothing. */
const readRows = statement<Columns, Row>(
  (value) => sql`
    select wanted.ordinal, ${READ}
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
    where ${isLive('item', sql.ref<Date>('wanted.now'))}
      and ${isSent(sql.ref('wanted.workspace_id'), sql.ref('wanted.audience'), sql.ref('wanted.agent_hash'))}
    order by wanted.ordinal`,
)

/** Whether `item` was sent to an agent. */
const isSent = (
  workspaceId: RawBuilder<unknown>,
  audience: RawBuilder<unknown>,
  agentHash: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(
  ${EVERYONE} = any (item.audiences)
  or ${audience} = any (item.audiences)
  or exists (
    select from memberships m
    where m.workspace_id = ${workspaceId}
      and m.agent_hash = ${agentHash}
      and m.generation = any (item.generations)
      and ${covers(sql.ref('item.tick'))}
  )
)`

/**
 * The same as `readItems` for many requests of different readers and workspaces in one statement. Each
 * wanted key carries the workspace and the agent of its request, which determine what it can read.
 */
export async function readItemsBatch(
  db: Database,
  requests: readonly ReadRequest[],
): Promise<Item[][]> {
  const wanted: Wanted[] = requests.flatMap(({ reader, now, keys }, request) =>
    keys.map((key) => ({ request, reader, now, key: toStorable(key) })),
  )
  const [first, second] = wanted
  if (first !== undefined && second === undefined) {
    const { reader, now, key } = first
    const { workspaceId, audience, agentHash } = reader
    const rows = await readRow(db, { workspaceId, audience, agentHash, now, key })
    return group(requests, wanted, rows)
  }
  const rows = await readRows(db, {
    workspaceIds: wanted.map(({ reader }) => reader.workspaceId),
    keys: wanted.map(({ key }) => key),
    audiences: wanted.map(({ reader }) => reader.audience),
    agentHashes: wanted.map(({ reader }) => reader.agentHash),
    nows: wanted.map(({ now }) => now),
  })
  return group(requests, wanted, rows)
}

function group(
  requests: readonly ReadRequest[],
  wanted: readonly Wanted[],
  rows: readonly Row[],
): Item[][] {
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
