import type { DB } from '@quartermaster/db'
import { type FreshDatabase, freshDatabase } from '@quartermaster/testing'
import { Kysely, PostgresDialect } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import {
  createAgent,
  createKey,
  findWorkspaceByName,
  type Keyring,
  type NewAgent,
  openKeyring,
} from '../src/index.ts'

export const ROOT_KEY = 'correct horse battery staple'

type KeyringOptions = { url?: string; now?: () => Date; onError?: (error: unknown) => void }

/** A database with its default workspace, people to hire, and gateways to let them in. */
export async function openOffice() {
  const database = await freshDatabase()
  const keyrings: Keyring[] = []
  onTestFinished(async () => {
    await Promise.all(keyrings.map((keyring) => keyring.close()))
    await database.close()
  })
  const { db } = database
  const workspaceId = (await findWorkspaceByName(db, 'default'))?.id as string

  return {
    ...database,
    workspaceId,

    /** Registers an agent and gives it a key. */
    async hire(agent: NewAgent, limits: Parameters<typeof createKey>[3] = {}) {
      await createAgent(db, workspaceId, agent)
      return createKey(db, workspaceId, agent.name, limits)
    },

    /** A keyring as another process would have it, with the queries it makes. */
    startKeyring({ url = database.url, ...options }: KeyringOptions = {}) {
      const queries: string[] = []
      const counted = countQueries(database, queries)
      const keyring = openKeyring({ db: counted, databaseUrl: url, rootKey: ROOT_KEY, ...options })
      keyrings.push(keyring)
      return { ...keyring, queries }
    },
  }
}

const countQueries = ({ pool }: FreshDatabase, queries: string[]) =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      queries.push(query.sql)
    },
  })

export const isUp = (keyring: Keyring) =>
  vi.waitFor(() => {
    if (!keyring.isListening()) throw new Error('It does not listen yet')
  }, 20_000)

export const isDown = (keyring: Keyring) =>
  vi.waitFor(() => {
    if (keyring.isListening()) throw new Error('It still listens')
  }, 20_000)
