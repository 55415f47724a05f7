import type { Database, Tx } from '@quartermaster/db'
import { sql } from 'kysely'

/** The id of the key that secrets are sealed with; undefined if no process has set one. */
export async function findCurrentKey(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('encryption_keys')
    .select('id')
    .where('is_current', '=', true)
    .executeTakeFirst()
  return row?.id
}

/** Makes a key the current one. The lock keeps processes that start together from both doing so. */
export async function saveCurrentKey(trx: Tx, id: string): Promise<void> {
  await trx
    .updateTable('encryption_keys')
    .set({ is_current: false })
    .where('is_current', '=', true)
    .where('id', '<>', id)
    .execute()
  await trx
    .insertInto('encryption_keys')
    .values({ id, is_current: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ is_current: true }))
    .execute()
}

/** Waits until no other process is changing the current key. */
export const lockEncryptionKeys = (trx: Tx) =>
  sql`lock table encryption_keys in share row exclusive mode`.execute(trx)

// Addresses have secrets in their parameters and before an @.
const HAS_SECRETS = sql<boolean>`(
  deliver_to ?| array['api_key', 'secret', 'secrets', 'headers']
  or deliver_to ->> 'url' ~ '[?#@]' or deliver_to ->> 'base_url' ~ '[?#@]'
)`

/** Whether an agent's settings hold a sealed text. */
export async function hasSealedSecrets(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('agents')
    .select('id')
    .where(HAS_SECRETS)
    .where(sql<boolean>`deliver_to::text like '%sealed.v1.%'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Agents with secrets in the order of their ids, after the last one of the previous page. */
export const listAgentsWithSecrets = (db: Database, after: string | undefined, limit: number) =>
  db
    .selectFrom('agents')
    .select(['id', 'workspace_id', 'name', 'deliver_to'])
    .where(HAS_SECRETS)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Replaces settings, unless they have changed since they were read. */
export async function replaceDeliverTo(
  db: Database,
  id: string,
  settings: { readonly from: unknown; readonly to: unknown },
): Promise<void> {
  await sql`
    update agents set deliver_to = ${JSON.stringify(settings.to)}::jsonb
    where id = ${id} and deliver_to = ${JSON.stringify(settings.from)}::jsonb
  `.execute(db)
}
