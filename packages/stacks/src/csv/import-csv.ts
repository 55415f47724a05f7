import type { Readable } from 'node:stream'
import { type Database, inTransaction } from '@quartermaster/db'
import { countOf, ToolError } from '@quartermaster/toolkit'
import { encodeCells } from '../cells/cell.ts'
import { columnsChangedError } from '../columns/schema-changed-error.ts'
import { beginImport, type ImportLine, importRows } from '../queries/rows/import-rows.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import type { Revision } from '../revision.ts'
import { documentOf, type ImportColumns, readHeader, type Warning } from './import-columns.ts'
import { limitUploads, writers } from './limit-imports.ts'
import { type CsvRecord, readCsv } from './read-csv.ts'
import { receiveUpload, UPLOAD_LIMITS } from './receive-upload.ts'

export type ImportReport = {
  readonly imported: number
  /** The first cells of number columns that were kept as text. */
  readonly warnings: Warning[]
  readonly warning_count: number
}

export type ImportProblem = {
  readonly line: number
  readonly document: string
  readonly problem: string
}

const BATCH_ROWS = 500
const BATCH_CHARACTERS = 1024 * 1024
const STATEMENT_MS = 60_000

/**
 * Saves all rows of a CSV or, if any line is invalid, none: the error lists the invalid lines. The
 * transaction opens after the whole body has been received.
 */
export function importCsv(
  db: Database,
  table: StackTable,
  body: Readable,
  revision: Revision,
  limits = UPLOAD_LIMITS,
): Promise<ImportReport> {
  return limitUploads(table.workspaceId, async () => {
    const upload = await receiveUpload(body, limits)
    try {
      return await writers.run(() => importRecords(db, table, upload.read(), revision))
    } finally {
      await upload.dispose()
    }
  })
}

function importRecords(
  db: Database,
  table: StackTable,
  csv: Readable,
  revision: Revision,
): Promise<ImportReport> {
  return inTransaction(db, STATEMENT_MS, async (trx) => {
    const id = await beginImport(trx, table, revision)
    if (id === undefined) throw await columnsChangedError({ db: trx }, table)

    const problems = tally<ImportProblem>()
    const warnings = tally<Warning>()
    let imported = 0
    for await (const lines of inBatches(readLines(table, csv, problems, warnings))) {
      const unsaved = await importRows(trx, table, lines, { id, at: revision.at })
      const documents = new Map(lines.map(({ line, document }) => [line, document]))
      for (const { line, matches } of unsaved) {
        problems.add({ line, document: documents.get(line) ?? '', problem: reasonFor(matches) })
      }
      imported += lines.length - unsaved.length
    }
    if (problems.count() > 0) {
      throw invalidLines(
        problems.count(),
        problems.first.toSorted((a, b) => a.line - b.line),
      )
    }
    return { imported, warnings: warnings.first, warning_count: warnings.count() }
  })
}

const MAX_REPORTED = 100

/** Counts all items and keeps the first `MAX_REPORTED`. */
function tally<Item>() {
  let count = 0
  const first: Item[] = []
  const add = (item: Item) => {
    count++
    if (first.length < MAX_REPORTED) first.push(item)
  }
  return { add, first, count: () => count }
}

type Tally<Item> = ReturnType<typeof tally<Item>>

async function* readLines(
  table: StackTable,
  csv: Readable,
  problems: Tally<ImportProblem>,
  warnings: Tally<Warning>,
): AsyncGenerator<ImportLine> {
  let header: ImportColumns | undefined
  for await (const record of readCsv(csv)) {
    if (header === undefined) {
      header = readHeader(table, record.fields)
      continue
    }
    const { line } = record
    const document = documentOf(record.fields)
    const problem = problemOf(record, document, header)
    if (problem !== undefined) {
      problems.add({ line, document, problem })
      continue
    }
    const read = header.read(record.fields)
    for (const warning of read.warnings) warnings.add({ line, ...warning })
    yield { line, document, cells: encodeCells(read.cells) }
  }
  if (header === undefined) {
    throw new ToolError('invalid_input', 'The CSV is empty.', {
      suggestion:
        "Send the file as the body. Its first line is 'Document' and the names of columns.",
    })
  }
}

function problemOf(
  { fields }: CsvRecord,
  document: string,
  { width }: ImportColumns,
): string | undefined {
  if (fields.length !== width) {
    return `The line has ${fields.length} fields, but the header has ${width}.`
  }
  return document.trim() === '' ? 'The line names no document.' : undefined
}

/** Groups lines into batches, limited in rows and in characters. */
async function* inBatches(lines: AsyncIterable<ImportLine>): AsyncGenerator<ImportLine[]> {
  let batch: ImportLine[] = []
  let characters = 0
  for await (const line of lines) {
    batch.push(line)
    characters += line.cells.length
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

function reasonFor(matches: number): string {
  if (matches === 0) return 'There is no such document in this stack.'
  return matches === 1
    ? 'An earlier line has the same document.'
    : `There are ${matches} documents of this name; use the id of one.`
}

const invalidLines = (count: number, problems: readonly ImportProblem[]): ToolError =>
  new ToolError(
    'invalid_input',
    `${countOf(count, 'line')} of the CSV cannot be read. Nothing was imported.`,
    {
      suggestion: 'Correct the lines in problems, and send the whole file again.',
      details: { problems, problem_count: count },
    },
  )
