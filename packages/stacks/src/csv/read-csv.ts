import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ToolError } from '@quartermaster/toolkit'
import { CsvError, parse } from 'csv-parse'

/** `null` is an empty field without quotes. */
export type CsvFields = readonly (string | null)[]

export type CsvRecord = {
  /** The line of the file on which the record ends. */
  readonly line: number
  readonly fields: CsvFields
}

const MAX_RECORD_CHARACTERS = 4 * 1024 * 1024

/** Yields the records of a CSV. Errors name the line. */
export async function* readCsv(csv: Readable): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    cast: (field, { quoting }) => (field === '' && !quoting ? null : field),
  })
  const reading = pipeline(Readable.from(decode(csv)), parser)
  // A failure of `reading` also ends the loop below, which reports it.
  reading.catch(() => {})
  try {
    for await (const { record, info } of parser) yield { line: info.lines, fields: record }
    await reading
  } catch (error) {
    throw explain(error)
  }
}

async function* decode(csv: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const chunk of csv) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

function explain(error: unknown): unknown {
  if (error instanceof CsvError) {
    const line = typeof error.lines === 'number' ? ` at line ${error.lines}` : ''
    const reason = REASONS[error.code] ?? 'it is not valid CSV'
    return invalidCsv(`The CSV cannot be read${line}: ${reason}.`, error)
  }
  if (
    error instanceof TypeError &&
    'code' in error &&
    error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  ) {
    return invalidCsv('The CSV cannot be read: it is not valid UTF-8.', error)
  }
  return error
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `a line has more than ${MAX_RECORD_CHARACTERS} characters`,
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by other text',
  INVALID_OPENING_QUOTE: 'a field that does not begin with a quote contains one',
}

const invalidCsv = (message: string, cause: Error): ToolError =>
  new ToolError('invalid_input', message, {
    suggestion:
      'Save the file as comma-separated CSV in UTF-8 and send it again; nothing was imported.',
    cause,
  })
