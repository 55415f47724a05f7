// The server a user would write by hand: Fastify and pg, one prepared statement per request.
import Fastify from 'fastify'
import { announce, openPool, SELECT, UPSERT } from './serve.ts'

const pool = openPool()
const app = Fastify()

app.post('/echo', async (request) => request.body)

app.post('/get', async (request) => {
  const { keys } = request.body as { keys: string[] }
  const { rows } = await pool.query({ ...SELECT, values: [keys] })
  return { items: rows }
})

app.post('/push', async (request) => {
  const { key, value } = request.body as { key: string; value: unknown }
  await pool.query({ ...UPSERT, values: [key, JSON.stringify(value)] })
  return { success: true }
})

announce(await app.listen({ host: '127.0.0.1', port: 0 }))
