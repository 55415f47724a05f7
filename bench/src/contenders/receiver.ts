// Receives webhooks and tells how late each was: GET / answers with the list and empties it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { announce } from './serve.ts'

let lateness: number[] = []

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(lateness))
    lateness = []
    return
  }
  const now = Date.now()
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
    timestamp: string
  }
  lateness.push(now - Date.parse(body.timestamp))
  response.end()
})
server.listen(0, '127.0.0.1', () => {
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
