import { openDatabase } from '@quartermaster/db'
import { readConfig } from '@quartermaster/gateway'
import Fastify from 'fastify'
import { printTable, throughput } from './measure.ts'
import type { System } from './system.ts'

/** What the gateway costs over the barest server that answers with the same row. */
export async function benchOverhead(system: System): Promise<void> {
  const { pool, close } = openDatabase({
    url: system.databaseUrl,
    maxConnections: readConfig({}).databaseConnections,
  })
  const bare = Fastify()
  bare.post('/read', async (request) => {
    const { key } = request.body as { key: string }
    const values = [key]
    const { rows } = await pool.query({
      name: 'read',
      text: "select value from context_items where workspace_id = (select id from workspaces where name = 'large') and key_hash = sha256(convert_to($1, 'UTF8'))",
      values,
    })
    return rows[0]
  })
  const url = await bare.listen({ host: '127.0.0.1', port: 0 })
  const callBare = (index: number) =>
    fetch(`${url}/read`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: `key ${index + 1}` }),
    }).then((response) => response.json())
  const callOurs = (index: number) =>
    system.call('large', 'reader', 'get_context', { keys: [`key ${index + 1}`] })

  // In turns, and the first turn only warms up.
  const results = { bare: 0, ours: 0 }
  for (let turn = 0; turn < 3; turn++) {
    const pair = { bare: await throughput(callBare), ours: await throughput(callOurs) }
    if (turn > 0) for (const name of ['bare', 'ours'] as const) results[name] += pair[name] / 2
  }
  printTable(
    'One row by key, 32 at once (load and server share the machine)',
    ['server', 'calls per second', 'share'],
    [
      ['Fastify + pg, prepared statement, no key, no validation, no log', results.bare, 1],
      ['Quartermaster get_context', results.ours, results.ours / results.bare],
    ],
  )
  await bare.close()
  await close()
}
