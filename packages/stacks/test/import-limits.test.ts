import { PassThrough, Readable } from 'node:stream'
import { callerOf } from '@quartermaster/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importCsv } from '../src/csv/import-csv.ts'
import { UPLOAD_LIMITS } from '../src/csv/receive-upload.ts'
import { getTable } from '../src/queries/tables/tables.ts'
import { newRevision } from '../src/revision.ts'
import { openTable, refusal } from './test-workspace.ts'

async function openImports() {
  const workspace = await openTable()
  const { db, workspaceId, T, now } = workspace
  const table = await getTable(db, workspaceId, T)
  const upload = (body: Readable, limits = UPLOAD_LIMITS) =>
    importCsv(
      db,
      table,
      body,
      newRevision('import', { caller: callerOf(workspaceId), now: now() }),
      limits,
    )
  /** An upload whose client has sent only a part and is still connected. */
  const begin = () => {
    const body = new PassThrough()
    body.write('Document,vendor\n')
    return { body, result: upload(body) }
  }
  return { ...workspace, upload, begin }
}

describe('an upload that is still arriving', () => {
  test('holds no transaction and no lock', async () => {
    const { begin, call, rows, db } = await openImports()
    const { body, result } = begin()
    await call('define_columns', { columns: [{ name: 'vendor' }, { name: 'tax' }] })
    const { rows: open } = await sql`
      select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(db)
    expect(open).toEqual([])
    body.end('invoice_jan,Acme\n')
    // The columns have changed since the upload began.
    expect((await refusal(result)).code).toBe('conflict')
    expect(await rows()).toEqual([])
  })

  test('is refused with 503 and Retry-After when too many others arrive', async () => {
    const { begin, upload, rows } = await openImports()
    const uploads = [begin(), begin(), begin()]
    const error = await refusal(upload(Readable.from([Buffer.from('Document,vendor\n')])))
    expect(error).toMatchObject({
      code: 'unavailable',
      status: 503,
      headers: { 'retry-after': '5' },
    })
    for (const [index, { body, result }] of uploads.entries()) {
      body.end(`${['invoice_jan', 'invoice_feb', 'invoice_march'][index]},Acme\n`)
      expect((await result).imported).toBe(1)
    }
    expect(await rows()).toHaveLength(3)
    await upload(Readable.from([Buffer.from('Document,vendor\ninvoice_jan,Again\n')]))
  })

  test('is aborted when it is too slow', async () => {
    const { upload, rows } = await openImports()
    const body = new PassThrough()
    body.write('Document,vendor\n')
    const limits = { ...UPLOAD_LIMITS, graceMs: 50, minBytesPerSecond: 1_000_000 }
    const error = await refusal(upload(body, limits))
    expect(error).toMatchObject({
      code: 'deadline_exceeded',
      message: 'The upload was too slow: less than 1000000 bytes per second.',
      headers: { connection: 'close' },
    })
    expect(await rows()).toEqual([])
  })

  test('is aborted when it is too large', async () => {
    const { upload, rows } = await openImports()
    const body = Readable.from([Buffer.alloc(600), Buffer.alloc(600)])
    const error = await refusal(upload(body, { ...UPLOAD_LIMITS, maxBytes: 1000 }))
    expect(error).toMatchObject({ code: 'too_large', headers: { connection: 'close' } })
    expect(await rows()).toEqual([])
  })

  test('that the client aborts imports nothing and makes room for another one', async () => {
    const { begin, upload, rows } = await openImports()
    for (let round = 0; round < 4; round++) {
      const { body, result } = begin()
      body.destroy(new Error('aborted'))
      await expect(result).rejects.toThrow('aborted')
    }
    expect(await rows()).toEqual([])
    const csv = Readable.from([Buffer.from('Document,vendor\ninvoice_jan,Acme\n')])
    expect((await upload(csv)).imported).toBe(1)
  })
})
