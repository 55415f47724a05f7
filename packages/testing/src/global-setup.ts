import { migrate, openDatabase } from '@quartermaster/db'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { offerRedis } from './redis-on-demand.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases; it already has the template. */
    postgresUrl: string
    /** Where to ask for a Redis: see `redisUrl`. */
    redisOfferUrl: string
  }
}

export const TEMPLATE = 'quartermaster_template'

/** One real PostgreSQL for the whole run, with a migrated template to copy for each test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  try {
    await makeTemplate(postgres.url)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  const redis = await offerRedis()
  project.provide('postgresUrl', postgres.url)
  project.provide('redisOfferUrl', redis.url)
  return async () => {
    await redis.stop()
    await postgres.stop()
  }
}

async function makeTemplate(url: string): Promise<void> {
  const server = openDatabase({ url, maxConnections: 1 })
  await server.pool.query(`drop database if exists ${TEMPLATE} with (force)`)
  await server.pool.query(`create database ${TEMPLATE}`)
  await server.close()

  const template = openDatabase({ url: withDatabase(url, TEMPLATE) })
  await migrate(template.db)
  await template.close()
}

export function withDatabase(url: string, name: string): string {
  const target = new URL(url)
  target.pathname = `/${name}`
  return target.toString()
}
