// Owns the data folder it is given, as the gateway does, for tests that kill it.
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/index.ts'

const [dataDir = ''] = process.argv.slice(2)

const server = await startEmbeddedPostgres({ dataDir, durable: false })
const client = new pg.Client(server.url)
await client.connect()

process.once('SIGINT', async () => {
  const { rows } = await client.query(`select 'finished after Ctrl-C' as word`)
  await client.end()
  await server.stop()
  process.stdout.write(`${rows[0].word}\n`)
})

process.stdout.write(`${server.url}\n`)
