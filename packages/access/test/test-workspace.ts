import { type DB, openListener } from '@quartermaster/db'
import { databaseForTest, type FreshDatabase } from '@quartermaster/testing'
import { Kysely, PostgresDialect } from 'kysely'
import { expect, onTestFinished } from 'vitest'
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

/** A database with its default workspace, in which agents can be registered and keyrings opened. */
export async function testWorkspace() {
  const database = await databaseForTest()
  const { db } = database
  const workspaceId = (await findWorkspaceByName(db, 'default'))?.id as string

  return {
    ...database,
    workspaceId,

    async createAgentWithKey(agent: NewAgent, limits: Parameters<typeof createKey>[3] = {}) {
      await createAgent(db, workspaceId, agent)
      return createKey(db, workspaceId, agent.name, limits)
    },

    /** A keyring as another process would have it. `queries` collects the SQL that it runs. */
    startKeyring({ url = database.url, now = () => new Date(), onError }: KeyringOptions = {}) {
      const queries: string[] = []
      const listener = openListener({ url, db, onError })
      onTestFinished(() => listener.close())
      const counted = countQueries(database, queries)
      return { ...openKeyring({ db: counted, listener, rootKey: ROOT_KEY, now }), queries }
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

const LONG = { timeout: 20_000 }

export const untilListening = (keyring: Keyring) =>
  expect.poll(() => keyring.isListening(), LONG).toBe(true)

export const untilDisconnected = (keyring: Keyring) =>
  expect.poll(() => keyring.isListening(), LONG).toBe(false)
