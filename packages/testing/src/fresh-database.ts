import { randomBytes } from 'node:crypto'
import { type OpenDatabase, openDatabase } from '@quartermaster/db'
import { inject, onTestFinished } from 'vitest'
import { TEMPLATE, withDatabase } from './global-setup.ts'
import { serverFor } from './servers/server-for.ts'

export type FreshDatabase = OpenDatabase & { readonly url: string }

/** An empty, migrated database: a copy of the template, which takes about 30 ms. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const serverUrl = serverFor(inject('postgresUrl'))
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE}`)

  const url = withDatabase(serverUrl, name)
  const database = openDatabase({ url })
  const close = async () => {
    await database.close()
    // Autovacuum may be connected and cannot be ended. The database then goes with the server.
    await onServer(serverUrl, `drop database if exists ${name} with (force)`).catch(() => {})
  }
  return { ...database, url, close }
}

/** `freshDatabase` for one test, dropped when the test ends. */
export async function databaseForTest(): Promise<FreshDatabase> {
  const database = await freshDatabase()
  onTestFinished(() => database.close())
  return database
}

async function onServer(url: string, statement: string): Promise<void> {
  const server = openDatabase({ url, maxConnections: 1 })
  try {
    await server.pool.query(statement)
  } finally {
    await server.close()
  }
}
