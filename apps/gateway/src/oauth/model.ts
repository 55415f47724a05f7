import { createHash, randomBytes } from 'node:crypto'
import OAuth2Server from '@node-oauth/oauth2-server'
import { createKey, type Keyring } from '@quartermaster/access'
import { type Database, inTransaction } from '@quartermaster/db'
import type { Clients, OAuthClient } from './clients.ts'
import {
  claimCode,
  claimRefreshToken,
  findCode,
  findRefreshToken,
  revokeGrant,
  saveGrant,
  saveTokens,
} from './queries/grants.ts'
import { isRegisteredRedirect } from './redirect-uris.ts'

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel

/** The access that a person has allowed; the library calls it the user. */
export type Consent = {
  readonly keyId: string
  readonly resource: string
  readonly paths: readonly string[]
}

type StoredGrant = {
  readonly grantId: string
  readonly clientId: string
  readonly agent: string
  readonly workspaceId: string
  readonly resource: string
  readonly paths: string[]
  /** Expiry of the key that was entered: no token outlives it. */
  readonly keyExpiresAt: Date | null
}

type Options = {
  readonly db: Database
  readonly clients: Clients
  readonly keyring: Pick<Keyring, 'forget'>
  /** The `resource` parameter of a token request; it must be the one that was allowed. */
  readonly resource?: string | undefined
}

const TIMEOUT_MS = 15_000
export const CODE_SECONDS = 60
export const ACCESS_SECONDS = 60 * 60
export const REFRESH_SECONDS = 30 * 24 * 60 * 60

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const secret = async (): Promise<string> => randomBytes(32).toString('base64url')

/** The server of the OAuth library, with PostgreSQL as its store. */
export function oauthServer(options: Options, consent?: Consent): OAuth2Server {
  return new OAuth2Server({
    model: createModel(options),
    authenticateHandler: { handle: () => consent },
    allowEmptyState: true,
    authorizationCodeLifetime: CODE_SECONDS,
    accessTokenLifetime: ACCESS_SECONDS,
    refreshTokenLifetime: REFRESH_SECONDS,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  })
}

function createModel({ db, clients, keyring, resource }: Options): Model {
  const find = async (id: string) => {
    const client = await clients.find(id)
    return client && toLibraryClient(client)
  }
  const endGrant = async (grantId: string) => {
    await inTransaction(db, TIMEOUT_MS, (trx) => revokeGrant(trx, grantId))
    keyring.forget()
  }

  /**
   * Refuses codes and tokens that are no longer valid. A code or token that is used twice ends the
   * whole grant.
   */
  async function check(
    found: { grantId: string; usedAt: Date | null; isLive: boolean } & StoredGrant,
  ) {
    if (found.usedAt !== null) await endGrant(found.grantId)
    if (found.usedAt !== null || !found.isLive) return false
    if (resource === undefined || resource === found.resource) return true
    throw new OAuth2Server.OAuthError('The grant is for another resource', {
      code: 400,
      name: 'invalid_target',
    })
  }

  return {
    getClient: find,
    generateAuthorizationCode: secret,
    generateRefreshToken: secret,
    validateRedirectUri: async (uri, client) =>
      isRegisteredRedirect(uri, [client.redirectUris ?? []].flat()),

    async saveAuthorizationCode(code, client, user) {
      const { authorizationCode, redirectUri, expiresAt, codeChallenge = '' } = code
      const { keyId, resource, paths } = user as Consent
      const grant = { clientId: client.id, clientName: client.name, keyId, resource, paths }
      const hash = hashOf(authorizationCode)
      await inTransaction(db, TIMEOUT_MS, (trx) =>
        saveGrant(trx, grant, { hash, redirectUri, codeChallenge, expiresAt }),
      )
      return { ...code, client, user }
    },
    async getAuthorizationCode(authorizationCode) {
      const found = await findCode(db, hashOf(authorizationCode))
      if (found === undefined || !(await check(found))) return undefined
      const client = await find(found.clientId)
      return (
        client && {
          authorizationCode,
          expiresAt: found.expiresAt,
          redirectUri: found.redirectUri,
          codeChallenge: found.challenge,
          codeChallengeMethod: 'S256',
          client,
          user: found,
        }
      )
    },
    async revokeAuthorizationCode({ authorizationCode, user }) {
      if (await claimCode(db, hashOf(authorizationCode))) return true
      await endGrant((user as StoredGrant).grantId)
      return false
    },

    async getRefreshToken(refreshToken) {
      const found = await findRefreshToken(db, hashOf(refreshToken))
      if (found === undefined || !(await check(found))) return undefined
      const client = await find(found.clientId)
      return client && { refreshToken, refreshTokenExpiresAt: found.expiresAt, client, user: found }
    },
    async revokeToken({ refreshToken, user }) {
      if (await claimRefreshToken(db, hashOf(refreshToken))) return true
      await endGrant((user as StoredGrant).grantId)
      return false
    },

    /** The access token is a key of the agent that is limited to the tools that were allowed. */
    async saveToken(token, client, user) {
      const { grantId, workspaceId, agent, paths, keyExpiresAt } = user as StoredGrant
      const { refreshToken = '', refreshTokenExpiresAt = new Date() } = token
      const expiresAt = earlier(token.accessTokenExpiresAt ?? new Date(), keyExpiresAt)
      const refresh = { hash: hashOf(refreshToken), expiresAt: refreshTokenExpiresAt }
      const { key } = await inTransaction(db, TIMEOUT_MS, async (trx) => {
        const created = await createKey(trx, workspaceId, agent, { expiresAt, paths })
        await saveTokens(trx, grantId, created.id, refresh)
        return created
      })
      return { ...token, accessToken: key, accessTokenExpiresAt: expiresAt, client, user }
    },
    // Keys are checked by the keyring, as everywhere.
    getAccessToken: async () => undefined,
  }
}

const earlier = (one: Date, other: Date | null): Date =>
  other !== null && other < one ? other : one

const toLibraryClient = ({ id, name, redirectUris }: OAuthClient): OAuth2Server.Client => ({
  id,
  name,
  redirectUris: [...redirectUris],
  grants: ['authorization_code', 'refresh_token'],
})
