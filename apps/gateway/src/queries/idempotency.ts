import { arrayParameter, type Database, type DB, statement } from '@quartermaster/db'
import { type ExpressionBuilder, sql } from 'kysely'

/** A key identifies a call of one agent at one path. Elsewhere the same key identifies another call. */
export type CallIdentity = {
  readonly workspaceId: string
  readonly agent: string
  readonly path: string
  readonly key: string
}

export type StoredCall = {
  readonly inputHash: Buffer
  readonly answer: string | null
  /** JSON text of the error that the call failed with. */
  readonly failure: string | null
}

/**
 * Claims the key for this call, or returns the call that has it. Waits for the transaction of a
 * concurrent duplicate to end.
 */
export async function claimCall(
  db: Database,
  identity: CallIdentity,
  inputHash: Buffer,
  now: Date,
  expiresAt: Date,
): Promise<StoredCall | undefined> {
  const { workspaceId, ...rest } = identity
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ workspace_id: workspaceId, ...rest, input_hash: inputHash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'agent', 'path', 'key'])
        .doUpdateSet({
          input_hash: inputHash,
          answer: null,
          failure: null,
          expires_at: expiresAt,
        })
        .where('idempotency_keys.expires_at', '<=', now),
    )
    .returning(sql<number>`1`.as('claimed'))
    .executeTakeFirst()
  if (claimed !== undefined) return undefined

  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['input_hash as inputHash', 'answer', 'failure'])
    .where(isCall(identity))
    .executeTakeFirst()
  // The concurrent duplicate failed and released the key between the two statements.
  return stored ?? claimCall(db, identity, inputHash, now, expiresAt)
}

/** The call that has the key, without waiting for running transactions. */
export const findCall = (
  db: Database,
  identity: CallIdentity,
  now: Date,
): Promise<StoredCall | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['input_hash as inputHash', 'answer', 'failure'])
    .where(isCall(identity))
    .where('expires_at', '>', now)
    .executeTakeFirst()

const isCall =
  ({ workspaceId, agent, path, key }: CallIdentity) =>
  (where: ExpressionBuilder<DB, 'idempotency_keys'>) =>
    where.and({ workspace_id: workspaceId, agent, path, key })

export async function saveAnswer(
  db: Database,
  identity: CallIdentity,
  answer: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer, expires_at: expiresAt })
    .where(isCall(identity))
    .execute()
}

export async function saveFailure(
  db: Database,
  identity: CallIdentity,
  failure: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ failure, expires_at: expiresAt })
    .where(isCall(identity))
    .execute()
}

export type AnswerRecord = {
  readonly identity: CallIdentity
  readonly inputHash: Buffer
  readonly answer: string
  readonly expiresAt: Date
}

const columnsOf = (identities: readonly CallIdentity[]) => sql`unnest(
  ${arrayParameter(
    identities.map(({ workspaceId }) => workspaceId),
    'uuid',
  )},
  ${arrayParameter(
    identities.map(({ agent }) => agent),
    'text',
  )},
  ${arrayParameter(
    identities.map(({ path }) => path),
    'text',
  )},
  ${arrayParameter(
    identities.map(({ key }) => key),
    'text',
  )}
)`

/** The positions of the keys that calls already have. */
export async function findTakenKeys(
  db: Database,
  identities: readonly CallIdentity[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ position: number }>`
    select wanted.position
    from ${columnsOf(identities)} with ordinality as wanted (workspace_id, agent, path, key, position)
    join idempotency_keys taken using (workspace_id, agent, path, key)`.execute(db)
  return new Set(rows.map(({ position }) => position - 1))
}

/** One entry per answer. */
type AnswerColumns = {
  readonly workspaceIds: readonly string[]
  readonly agents: readonly string[]
  readonly paths: readonly string[]
  readonly keys: readonly string[]
  readonly inputHashes: readonly Buffer[]
  readonly answers: readonly string[]
  readonly expiries: readonly Date[]
}

// The database counts the stored answers, because reading a row for each would take longer.
const insertAnswers = statement<AnswerColumns, { stored: number }>(
  (value) => sql`
    with stored as (
    insert into idempotency_keys (workspace_id, agent, path, key, input_hash, answer, expires_at)
    select * from unnest(
      ${arrayParameter(value('workspaceIds'), 'uuid')},
      ${arrayParameter(value('agents'), 'text')},
      ${arrayParameter(value('paths'), 'text')},
      ${arrayParameter(value('keys'), 'text')},
      ${arrayParameter(value('inputHashes'), 'bytea')},
      ${arrayParameter(value('answers'), 'text')},
      ${arrayParameter(value('expiries'), 'timestamptz')}
    )
    on conflict do nothing
    returning 1
    )
    select count(*) as stored from stored`,
)

/** Stores the answers of many calls; the count is smaller if a concurrent duplicate was first. */
export async function saveAnswers(db: Database, records: readonly AnswerRecord[]): Promise<number> {
  const [counted] = await insertAnswers(db, {
    workspaceIds: records.map(({ identity }) => identity.workspaceId),
    agents: records.map(({ identity }) => identity.agent),
    paths: records.map(({ identity }) => identity.path),
    keys: records.map(({ identity }) => identity.key),
    inputHashes: records.map(({ inputHash }) => inputHash),
    answers: records.map(({ answer }) => answer),
    expiries: records.map(({ expiresAt }) => expiresAt),
  })
  return counted?.stored ?? 0
}

/** Releases the key of a call that failed, so that it can be used again. */
export async function releaseCall(db: Database, identity: CallIdentity): Promise<void> {
  await db.deleteFrom('idempotency_keys').where(isCall(identity)).execute()
}

export async function sweepCalls(db: Database, now: Date): Promise<number> {
  const expired = db
    .selectFrom('idempotency_keys')
    .select(sql<string>`ctid`.as('ctid'))
    .where('expires_at', '<=', now)
    .limit(5000)
  const result =
    await sql`delete from idempotency_keys where ctid = any(array(${expired}))`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
