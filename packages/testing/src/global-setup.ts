import { migrate, openDatabase } from '@quartermaster/db'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './servers/postgres.ts'
import { offerRedis } from './servers/redis-on-demand.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases. It already has the template. */
    postgresUrl: string
    /** Answers with the URL of a Redis: see `redisUrl`. */
    redisOfferUrl: string
  }
}

export const TEMPLATE = 'quartermaster_template'

/** One real PostgreSQL per project, with a migrated template that `freshDatabase` copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  try {
    await createTemplate(postgres.url)
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

async function createTemplate(url: string): Promise<void> {
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
