import type { Database } from '@quartermaster/db'
import { type Outbound, OutboundError } from '@quartermaster/outbound'
import { isObject } from '@quartermaster/toolkit'
import { findRegisteredClient } from './queries/clients.ts'
import { isAllowedRedirect, isLoopback } from './redirect-uris.ts'

/** A host that may ask for access. All clients are public: none has a secret. */
export type OAuthClient = {
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

export type Clients = {
  /** Undefined for an id that is neither registered nor the address of a valid metadata document. */
  find(id: string): Promise<OAuthClient | undefined>
}

type Options = {
  readonly db: Database
  readonly outbound: Outbound
  readonly redirectHosts: readonly string[]
  readonly log: { debug(details: object, message: string): void }
}

const CACHE_MS = 5 * 60 * 1000
const MAX_CACHED = 100
const MAX_NAME = 100

/** Registered clients, and clients whose id is the URL of their metadata document. */
export function openClients({ db, outbound, redirectHosts, log }: Options): Clients {
  const documents = new Map<string, { client: OAuthClient; until: number }>()

  async function findDocument(id: string): Promise<OAuthClient | undefined> {
    const cached = documents.get(id)
    if (cached !== undefined && cached.until > performance.now()) return cached.client
    documents.delete(id)
    try {
      const request = {
        timeoutMs: 5000,
        maxBytes: 64 * 1024,
        headers: { accept: 'application/json' },
      }
      const { status, text } = await outbound.request(id, request)
      const client = status === 200 ? readDocument(id, JSON.parse(text)) : undefined
      if (client === undefined) return undefined
      if (documents.size >= MAX_CACHED) documents.clear()
      documents.set(id, { client, until: performance.now() + CACHE_MS })
      return client
    } catch (error) {
      if (!(error instanceof OutboundError || error instanceof SyntaxError)) throw error
      log.debug({ err: error, client: id }, 'the metadata of an OAuth client could not be read')
      return undefined
    }
  }

  return {
    async find(id) {
      if (isDocumentUrl(id)) {
        const client = await findDocument(id)
        return client?.redirectUris.every((uri) => isAllowedRedirect(uri, redirectHosts))
          ? client
          : undefined
      }
      const row = await findRegisteredClient(db, id)
      return row && { id, name: row.name, redirectUris: row.redirect_uris }
    },
  }
}

function isDocumentUrl(id: string): boolean {
  const url = URL.parse(id)
  if (url === null || url.pathname === '/' || id.includes('#')) return false
  return url.protocol === 'https:' || isLoopback(url)
}

/** The document must name its own address as `client_id`, so that a client cannot present another client's document. */
function readDocument(id: string, document: unknown): OAuthClient | undefined {
  if (!isObject(document) || document.client_id !== id) return undefined
  const { redirect_uris: uris, token_endpoint_auth_method: method = 'none' } = document
  if (!isTextList(uris) || uris.length === 0 || method !== 'none') return undefined
  return { id, name: clientName(document.client_name, uris), redirectUris: uris }
}

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The name that a client gives itself; without one, the host to which it returns. */
export function clientName(name: unknown, [uri = '']: readonly string[]): string {
  const text = typeof name === 'string' ? name.toWellFormed().replaceAll('\0', '').trim() : ''
  return text.slice(0, MAX_NAME) || (URL.parse(uri)?.host ?? 'a program')
}
