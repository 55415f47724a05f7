import type { Database } from '@quartermaster/db'
import { stringifyJson } from '@quartermaster/toolkit'
import { type CellValue, cellText } from '../cells/cell.ts'
import { sharedFilenames } from '../queries/documents/stack-documents.ts'
import { type Row, readRows } from '../queries/rows/read-rows.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { csvLine, neutralize } from './csv-cell.ts'

// Reading in pages keeps memory small, and a slow client holds neither a connection nor a snapshot.
const PAGE = 1000

async function* pages(db: Database, table: StackTable): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await readRows(db, table, { limit: PAGE, cursor })
    yield rows
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** The table as CSV: the document, then the columns in their order. */
export async function* exportCsv(db: Database, table: StackTable): AsyncGenerator<string> {
  yield csvLine(['Document', ...table.columns.map(({ name }) => neutralize(name))])
  for await (const rows of pages(db, table)) {
    const shared = await sharedFilenames(
      db,
      table,
      rows.map(({ filename }) => filename),
    )
    // The id replaces a file name that several documents share.
    const name = ({ filename, document_id }: Row) =>
      neutralize(shared.has(filename) ? document_id : filename)
    const cells = ({ row_data }: Row) =>
      table.columns.map((column) => csvCell(row_data[column.name] ?? null))
    yield rows.map((row) => csvLine([name(row), ...cells(row)])).join('')
  }
}

function csvCell(value: CellValue): string | null {
  if (value === null) return null
  return typeof value === 'string' ? neutralize(value) : cellText(value)
}

/** The table as one JSON object; rows have the shape of GET /v1/tables/{id}/rows. */
export async function* exportJson(db: Database, table: StackTable): AsyncGenerator<string> {
  const columns = table.columns.map(({ id: _, key: __, ...column }) => column)
  const head = stringifyJson({
    table_id: table.id,
    name: table.name,
    schema_version: table.version,
    columns,
  })
  yield `${head.slice(0, -1)},"rows":[`
  let separator = '\n'
  for await (const rows of pages(db, table)) {
    let text = ''
    for (const row of rows) {
      text += separator + stringifyJson(row)
      separator = ',\n'
    }
    yield text
  }
  yield '\n]}\n'
}
