// The same server on Express.
import type { AddressInfo } from 'node:net'
import express from 'express'
import { announce, openPool, SELECT, UPSERT } from './serve.ts'

const pool = openPool()
const app = express()
app.use(express.json())

app.post('/get', async (request, response) => {
  const { rows } = await pool.query({ ...SELECT, values: [request.body.keys] })
  response.json({ items: rows })
})

app.post('/push', async (request, response) => {
  const { key, value } = request.body
  await pool.query({ ...UPSERT, values: [key, JSON.stringify(value)] })
  response.json({ success: true })
})

const server = app.listen(0, '127.0.0.1', () => {
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
