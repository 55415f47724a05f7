import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { exportCsv, exportJson } from '../src/csv/export-table.ts'
import { importCsv } from '../src/csv/import-csv.ts'
import { getTable } from '../src/queries/tables/tables.ts'
import { newRevision } from '../src/revision.ts'
import { type Answer, openTable, refusal } from './test-workspace.ts'

const CLERK = { caller: { agent: 'Clerk' } as Answer, now: new Date() }

async function openFiles() {
  const workspace = await openTable()
  const { db, workspaceId, now, T } = workspace
  const table = () => getTable(db, workspaceId, T)
  const caller = { agent: 'Clerk' } as Answer
  return {
    ...workspace,
    csv: async () => (await Array.fromAsync(exportCsv(db, await table()))).join(''),
    json: async () => JSON.parse((await Array.fromAsync(exportJson(db, await table()))).join('')),
    load: async (...chunks: (string | Buffer)[]) => {
      const change = newRevision('import', { caller, now: now() })
      const body = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
      return { ...(await importCsv(db, await table(), body, change)), undo_token: change.token }
    },
  }
}

describe('export', () => {
  test('T-33 the CSV has the document first, then the columns, and parses back to the cells', async () => {
    const { call, csv, D1, D2 } = await openFiles()
    await call('save_table_row', {
      document_id: D1,
      vendor: 'Acme, "the best"\r\nInc',
      date: '',
      amount: '-1500.50',
    })
    await call('save_table_row', { document_id: D2, vendor: '=cmd|calc', date: '-5' })
    const text = await csv()
    expect(text).toBe(
      'Document,vendor,date,amount\r\n' +
        'invoice_jan.pdf,"Acme, ""the best""\r\nInc","",-1500.5\r\n' +
        "invoice_feb.pdf,'=cmd|calc,-5,\r\n",
    )
    expect(parse(text)).toEqual([
      ['Document', 'vendor', 'date', 'amount'],
      ['invoice_jan.pdf', 'Acme, "the best"\r\nInc', '', '-1500.5'],
      ['invoice_feb.pdf', "'=cmd|calc", '-5', ''],
    ])
  })

  test('the JSON has the columns, and rows in the form of the list of rows', async () => {
    const { call, json, rows, D1 } = await openFiles()
    expect((await json()).rows).toEqual([])
    await call('save_table_row', {
      document_id: D1,
      amount: '12345678901234567890',
      vendor: 'a\0b',
    })
    const whole = await json()
    expect(whole.columns).toEqual([
      { name: 'vendor', type: 'text' },
      { name: 'date', type: 'date' },
      { name: 'amount', type: 'number' },
    ])
    expect(whole.rows).toEqual(await rows())
  })

  test('a document that shares its file name is exported by its id', async () => {
    const { on, document, stack, table, db, workspaceId } = await openFiles()
    const twins = [await document('same.pdf'), await document('same.pdf')]
    const T2 = await table(await stack(twins), { mode: 'custom', custom_columns: ['a'] })
    for (const document_id of twins) await on(T2, 'save_table_row', { document_id, a: 'x' })
    const text = (await Array.fromAsync(exportCsv(db, await getTable(db, workspaceId, T2)))).join(
      '',
    )
    expect(text).toBe(`Document,a\r\n${twins[0]},x\r\n${twins[1]},x\r\n`)
  })
})

describe('import', () => {
  test('restores an exported table cell by cell', async () => {
    const { call, csv, load, rows, D1, D2, D3 } = await openFiles()
    await call('save_table_row', { document_id: D1, vendor: '=1+1', date: "'=x", amount: '5' })
    await call('save_table_row', { document_id: D2, vendor: 'a,"b"\n', date: '', amount: 'N/A' })
    await call('save_table_row', { document_id: D3, vendor: 'x' })
    await call('update_table_row', { document_id: D3, updates: { vendor: null } })
    const before = (await rows()).map(({ row_data }) => row_data)
    const text = await csv()
    for (const document_id of [D1, D2, D3])
      await call('save_table_row', { document_id, vendor: 'x' })
    const report = await load(text)
    expect(report).toMatchObject({ imported: 3, warning_count: 1 })
    expect(report.warnings).toEqual([{ line: expect.any(Number), column: 'amount', value: 'N/A' }])
    expect((await rows()).map(({ row_data }) => row_data)).toEqual(before)
    await call('undo_change', { undo_token: report.undo_token })
    expect((await rows()).map(({ row_data }) => row_data.vendor)).toEqual(['x', 'x', 'x'])
  })

  test('a file name may begin with a space, or be padded in the file', async () => {
    const { document, stack, table, on, db, workspaceId } = await openFiles()
    const padded = await document(' lead.pdf')
    const plain = await document('plain.pdf')
    const T2 = await table(await stack([padded, plain]), { mode: 'custom', custom_columns: ['a'] })
    const lines = Readable.from([Buffer.from('Document,a\n lead.pdf,1\n plain.pdf ,2\n')])
    await importCsv(db, await getTable(db, workspaceId, T2), lines, newRevision('import', CLERK))
    const { rows } = await on(T2, 'read_rows')
    expect(rows.map(({ document_id }: Answer) => document_id)).toEqual([padded, plain])
  })

  test('two concurrent imports of the same documents run one after the other', async () => {
    const { load, rows, D1, D2, D3 } = await openFiles()
    const documents = [D1, D2, D3]
    // The cells are so long that each line needs a statement of its own.
    const file = (ids: readonly string[], vendor: string) =>
      `Document,vendor\n${ids.map((id) => `${id},${vendor.repeat(1_100_000)}\n`).join('')}`
    await Promise.all([
      load(file(documents, 'a')),
      load(file(documents.toReversed(), 'b')),
      load(file(documents, 'c')),
    ])
    const vendors = new Set((await rows()).map(({ row_data }) => row_data.vendor[0]))
    expect(vendors.size).toBe(1)
  })

  test('accepts columns in any order, a part of them, a byte order mark and split characters', async () => {
    const { load, rows } = await openFiles()
    const bytes = Buffer.from('\ufeffdocument_id,Amount,VENDOR\ninvoice_jan,"1,500",Café 😀\n')
    const middle = bytes.indexOf('😀') + 2
    expect(await load(bytes.subarray(0, middle), bytes.subarray(middle))).toMatchObject({
      imported: 1,
    })
    expect((await rows())[0].row_data).toEqual({ vendor: 'Café 😀', date: null, amount: 1500 })
  })

  test('imports nothing when a line is invalid, and lists the invalid lines', async () => {
    const { load, rows, call, db, D1, D9, DV } = await openFiles()
    await call('save_table_row', { document_id: D1, vendor: 'before' })
    const revisions = () => db.selectFrom('stack_revisions').select('id').execute()
    const count = (await revisions()).length
    const error = await refusal(
      load(
        'Document,vendor,amount\n',
        'invoice_jan,A,1\n',
        'nowhere.pdf,B,2\n',
        `${D9},C,3\n${DV},C,3\n`,
        'invoice_feb,D\n',
        'invoice_jan.pdf,E,5\n',
        ',F,6\n',
      ),
    )
    expect(error.message).toBe('6 lines of the CSV cannot be read. Nothing was imported.')
    const unknown = 'There is no such document in this stack.'
    expect(error.details.problem_count).toBe(6)
    const numbers = (error.details.problems as Answer[]).map(({ line }) => line)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(error.details.problems).toEqual(
      expect.arrayContaining([
        { line: 3, document: 'nowhere.pdf', problem: unknown },
        { line: 4, document: D9, problem: unknown },
        { line: 5, document: DV, problem: unknown },
        {
          line: 6,
          document: 'invoice_feb',
          problem: 'The line has 2 fields, but the header has 3.',
        },
        { line: 7, document: 'invoice_jan.pdf', problem: 'An earlier line has the same document.' },
        { line: 8, document: '', problem: 'The line names no document.' },
      ]),
    )
    expect((await rows()).map(({ row_data }) => row_data.vendor)).toEqual(['before'])
    expect((await revisions()).length).toBe(count)
  })

  test('F1 a file without columns is refused, and existing rows keep their values', async () => {
    const { load, row, call, D1 } = await openFiles()
    await call('save_table_row', { document_id: D1, vendor: 'before' })
    const error = await refusal(load('Document\ninvoice_jan.pdf\n'))
    expect(error).toMatchObject({
      code: 'invalid_input',
      message: 'The CSV names no column besides the document.',
    })
    expect((await row(D1)).row_data.vendor).toBe('before')
  })

  test.each([
    ['', 'empty'],
    ['vendor,amount\n', "must be 'Document'"],
    ['Document,vendr\n', "Unknown column 'vendr'. Valid columns: vendor, date, amount."],
    ['Document,vendor,Vendor\n', 'twice'],
    ['Document,vendor\ninvoice_jan,"open\n', 'not closed'],
    ['Document,vendor\ninvoice_jan,"a"b\n', 'closing quote'],
    [Buffer.from([0x44, 0x6f, 0xff, 0xfe]), 'UTF-8'],
    [`Document,vendor\ninvoice_jan,${'x'.repeat(5_000_000)}\n`, 'characters'],
  ])('invalid file %# is refused and changes nothing', async (text, reason) => {
    const { load, rows } = await openFiles()
    const error = await refusal(load(text))
    expect(error.code).toBe('invalid_input')
    expect(error.message).toContain(reason)
    expect(await rows()).toEqual([])
  })

  test('an upload that breaks off changes nothing', async () => {
    const { db, workspaceId, now, T, rows } = await openFiles()
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('Document,vendor\ninvoice_jan,A\n')
        throw new Error('The connection was lost')
      })(),
    )
    const change = newRevision('import', { caller: { agent: 'Clerk' } as Answer, now: now() })
    const table = await getTable(db, workspaceId, T)
    await expect(importCsv(db, table, body, change)).rejects.toThrow('connection was lost')
    expect(await rows()).toEqual([])
  })
})
