import { openDatabase } from '@quartermaster/db'
import { eventually } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

test('a gateway whose connections all wait for the locks of others is not ready', async () => {
  const { request, as, services, databaseUrl } = await startGateway()
  const { pool } = services.database
  const other = openDatabase({ url: databaseUrl, maxConnections: 1 })
  onTestFinished(() => other.close())
  const workspaces = ['one', 'two', 'three']
  for (const name of workspaces) await request('POST', '/v1/workspaces', { body: { name } })
  const readiness = () => request('GET', '/readyz', { key: null })
  expect((await readiness()).status).toBe(200)

  const client = await other.pool.connect()
  await client.query('begin; lock table schedules in exclusive mode')
  const time = new Date(Date.now() + 3_600_000).toISOString()
  const schedule = { agent_id: 'A', prompt: 'Hello', time }
  // One workspace uses at most half of the connections.
  const calls = workspaces.flatMap((workspace) =>
    Array.from({ length: pool.options.max }, () =>
      as('A', workspace).call('promptyoself_schedule_time', schedule),
    ),
  )
  await eventually(async () => {
    const { status, body } = await readiness()
    expect(status).toBe(503)
    expect(body.error).toContain('All database connections are in use')
  })
  expect((await request('GET', '/healthz', { key: null })).status).toBe(200)

  await client.query('rollback')
  client.release()
  await eventually(async () => expect((await readiness()).status).toBe(200))
  await Promise.all(calls)
})
