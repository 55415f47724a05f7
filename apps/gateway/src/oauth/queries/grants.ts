import type { Database, Tx } from '@quartermaster/db'
import { sql } from 'kysely'

export type NewGrant = {
  readonly clientId: string
  readonly clientName: string
  readonly keyId: string
  readonly resource: string
  readonly paths: readonly string[]
}

export type NewCode = {
  readonly hash: Buffer
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly expiresAt: Date
}

/** Saves a grant, and the code with which the client gets its tokens. */
export async function saveGrant(trx: Tx, grant: NewGrant, code: NewCode): Promise<string> {
  const { id } = await trx
    .insertInto('oauth_grants')
    .values({
      client_id: grant.clientId,
      client_name: grant.clientName,
      key_id: grant.keyId,
      resource: grant.resource,
      paths: [...grant.paths],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('oauth_codes')
    .values({
      hash: code.hash,
      grant_id: id,
      redirect_uri: code.redirectUri,
      code_challenge: code.codeChallenge,
      expires_at: code.expiresAt,
    })
    .execute()
  return id
}

// A grant is valid as long as the key that was entered for it.
const isLive = sql<boolean>`(
  oauth_grants.revoked_at is null and api_keys.revoked_at is null
  and (api_keys.expires_at is null or api_keys.expires_at > now())
)`

const GRANT = [
  'oauth_grants.id as grantId',
  'oauth_grants.client_id as clientId',
  'oauth_grants.resource',
  'oauth_grants.paths',
  'agents.name as agent',
  'agents.workspace_id as workspaceId',
  'api_keys.expires_at as keyExpiresAt',
] as const

/** The grant of a code, including a used one. */
export const findCode = (db: Database, hash: Buffer) =>
  db
    .selectFrom('oauth_codes')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_codes.grant_id')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_grants.key_id')
    .innerJoin('agents', 'agents.id', 'api_keys.agent_id')
    .select(GRANT)
    .select(['oauth_codes.redirect_uri as redirectUri', 'oauth_codes.code_challenge as challenge'])
    .select(['oauth_codes.expires_at as expiresAt', 'oauth_codes.used_at as usedAt'])
    .select(isLive.as('isLive'))
    .where('oauth_codes.hash', '=', hash)
    .executeTakeFirst()

/** The grant of a refresh token, including a used one. */
export const findRefreshToken = (db: Database, hash: Buffer) =>
  db
    .selectFrom('oauth_refresh_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_refresh_tokens.grant_id')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_grants.key_id')
    .innerJoin('agents', 'agents.id', 'api_keys.agent_id')
    .select(GRANT)
    .select('oauth_refresh_tokens.expires_at as expiresAt')
    .select('oauth_refresh_tokens.used_at as usedAt')
    .select(isLive.as('isLive'))
    .where('oauth_refresh_tokens.hash', '=', hash)
    .executeTakeFirst()

/** The grant of an access token; undefined for any other key, and for a wrong secret. */
export const findAccessKey = (db: Database, keyId: string, hash: Buffer) =>
  db
    .selectFrom('oauth_access_keys')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_access_keys.grant_id')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_access_keys.key_id')
    .select(['oauth_grants.client_id as clientId'])
    .where('oauth_access_keys.key_id', '=', keyId)
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst()

/** Marks a code as used; false if it was used before. */
export async function claimCode(db: Database, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_codes')
    .set({ used_at: sql`now()` })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks a refresh token as used; false if it was used before. */
export async function claimRefreshToken(db: Database, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_refresh_tokens')
    .set({ used_at: sql`now()` })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Links a new access token and a new refresh token to their grant. */
export async function saveTokens(
  trx: Tx,
  grantId: string,
  keyId: string,
  refresh: { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await trx.insertInto('oauth_access_keys').values({ key_id: keyId, grant_id: grantId }).execute()
  await trx
    .insertInto('oauth_refresh_tokens')
    .values({ hash: refresh.hash, grant_id: grantId, expires_at: refresh.expiresAt })
    .execute()
}

/** Ends a grant: its refresh tokens are refused, and its access tokens are revoked keys. */
export async function revokeGrant(trx: Tx, grantId: string): Promise<void> {
  await trx
    .updateTable('oauth_grants')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', grantId)
    .execute()
  await trx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('revoked_at', 'is', null)
    .where('id', 'in', (from) =>
      from.selectFrom('oauth_access_keys').select('key_id').where('grant_id', '=', grantId),
    )
    .execute()
}

/** Revokes one access token. */
export async function revokeAccessKey(db: Database, keyId: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .execute()
}
