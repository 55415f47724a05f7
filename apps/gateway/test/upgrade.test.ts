import { readFile } from 'node:fs/promises'
import { makeKey } from '@quartermaster/access'
import { migrate } from '@quartermaster/db'
import { databaseForTest } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { moveOlderRows } from '../src/queries/call-log/move-older-rows.ts'
import { startGateway } from './start-gateway.ts'

const FIRST_DATA = new URL('./first-data.sql', import.meta.url)

/** The last of the migrations with which the first version began. */
const FIRST = '0007_threads'

/** A database as the first version left it, with data of every family. */
async function firstDatabase() {
  const { url, db, pool } = await databaseForTest()
  await pool.query('drop schema public cascade; create schema public')
  await migrate(db, { upTo: FIRST })
  await pool.query(await readFile(FIRST_DATA, 'utf8'))
  const { id, key, hash } = makeKey()
  await pool.query(
    `insert into api_keys (id, agent_id, hash) select $1, id, $2 from agents where name = 'Ann'`,
    [id, hash],
  )
  return { url, key }
}

test('a database of the first migrations is upgraded with everything in it', async () => {
  const { url, key } = await firstDatabase()
  const { request, services } = await startGateway({ databaseUrl: url })
  const call = async (path: string, body: object = {}) => {
    const answer = await request('POST', path, { body, key })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const get = async (path: string) => (await request('GET', path, { key })).body

  expect(await get('/v1/whoami')).toMatchObject({ agent: 'Ann', workspace: 'default' })
  const { context } = await call('/v1/tools/get_context')
  expect(context).toEqual({ everyone: { n: 1 }, topic: 'by topic' })
  expect((await call('/v1/tools/search_context', { query: 'topic' })).results).toHaveLength(1)
  expect((await call('/v1/tools/read_changes')).changes).toHaveLength(2)

  const { rows } = await get('/v1/tables/Invoices/rows')
  expect(rows).toMatchObject([{ row_data: { vendor: 'Acme' }, version: 1 }])
  const row = { document_id: 'invoice.pdf', vendor: 'Other' }
  await call('/v1/tables/Invoices/tools/save_table_row', row)
  expect((await get('/v1/tables/Invoices/history')).changes).toMatchObject([
    { new: { vendor: 'Other' } },
    { new: { vendor: 'Acme' } },
  ])
  const extraction = { document_id: 'invoice.pdf' }
  expect(
    await call('/v1/tables/Invoices/tools/read_document_extraction', extraction),
  ).toMatchObject({ extracted_fields: { total: 12.5 } })

  const { schedules } = await call('/v1/tools/promptyoself_list')
  expect(schedules).toMatchObject([{ prompt_text: 'Good morning', active: true }])
  expect((await call('/v1/tools/read_inbox')).messages).toMatchObject([{ prompt: 'Hello' }])
  expect((await get('/v1/threads/t1/messages')).messages).toMatchObject([{ content: 'Hi' }])
  // The gateway of a test runs no background jobs.
  await moveOlderRows(services.database.db)
  const { calls } = (await request('GET', '/v1/calls?tool=get_context')).body
  expect(calls.map(({ request_id }: { request_id: string }) => request_id)).toContain('first')
})
