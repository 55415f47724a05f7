import { arrayParameter, type Database, type Parameters, statement } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Reader } from '../../reader.ts'
import type { PageValues } from './candidates.ts'
import { type Page, type PageRow, pageQuery, toPage } from './read-page.ts'

export type FirstPageRequest = {
  readonly reader: Reader
  readonly now: Date
  readonly limit: number
}

/** One entry per request. */
type Columns = {
  readonly workspaceIds: readonly string[]
  readonly agentHashes: readonly Buffer[]
  readonly audiences: readonly string[]
  readonly nows: readonly Date[]
  readonly candidates: readonly number[]
}

const WANTED: Partial<Record<keyof PageValues, string>> = {
  workspaceId: 'wanted.workspace_id',
  agentHash: 'wanted.agent_hash',
  audience: 'wanted.audience',
  now: 'wanted.now',
  candidates: 'wanted.candidates',
}

const wanted: Parameters<PageValues> = (name) => sql.ref(WANTED[name] ?? '')

const FIRST_PAGE = { after: false, from: false, to: false, like: false, withValues: false }

/** Reads: memberships, context_routes, context_items, topics. Locks and writes: nothing. */
const readRows = statement<Columns, PageRow & { ordinal: number }>(
  (value) => sql`
    select wanted.ordinal, page.*
    from unnest(
      ${arrayParameter(value('workspaceIds'), 'uuid')},
      ${arrayParameter(value('agentHashes'), 'bytea')},
      ${arrayParameter(value('audiences'), 'text')},
      ${arrayParameter(value('nows'), 'timestamptz')},
      ${arrayParameter(value('candidates'), 'int')}
    ) with ordinality as wanted (workspace_id, agent_hash, audience, now, candidates, ordinal)
    cross join lateral (${pageQuery(wanted, FIRST_PAGE)}) page
    order by wanted.ordinal, page.sort_key, page.item_id`,
)

/**
 * The same as `readPage` for the first pages of different readers and workspaces in one statement,
 * without values and without a pattern.
 */
export async function readPagesBatch(
  db: Database,
  requests: readonly FirstPageRequest[],
): Promise<Page[]> {
  const rows = await readRows(db, {
    workspaceIds: requests.map(({ reader }) => reader.workspaceId),
    agentHashes: requests.map(({ reader }) => reader.agentHash),
    audiences: requests.map(({ reader }) => reader.audience),
    nows: requests.map(({ now }) => now),
    candidates: requests.map(({ limit }) => limit + 1),
  })
  const byOrdinal = Map.groupBy(rows, ({ ordinal }) => ordinal)
  return requests.map(({ limit }, index) => toPage(byOrdinal.get(index + 1) ?? [], limit))
}
