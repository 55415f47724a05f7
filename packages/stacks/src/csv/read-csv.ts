import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ToolError } from '@quartermaster/toolkit'
import { CsvError, parse } from 'csv-parse'

/** A field without quotes and without text is none: `null`. */
export type CsvFields = readonly (string | null)[]

export type CsvRecord = {
  /** Where it ends in the file. */
  readonly line: number
  readonly fields: CsvFields
}

const MAX_BYTES = 512 * 1024 * 1024
const MAX_RECORD_CHARACTERS = 4 * 1024 * 1024

/** The records of a CSV as they come in; what cannot be read is said with its line. */
export async function* readCsv(body: Readable): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    cast: (field, { quoting }) => (field === '' && !quoting ? null : field),
  })
  const reading = pipeline(Readable.from(decode(body)), parser)
  // Its failure is the loop's failure as well: it is told there.
  reading.catch(() => {})
  try {
    for await (const { record, info } of parser) yield { line: info.lines, fields: record }
    await reading
  } catch (error) {
    throw explain(error)
  }
}

async function* decode(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) {
      throw new ToolError('too_large', `The CSV has more than ${MAX_BYTES} bytes.`, {
        suggestion: 'Send it in parts.',
      })
    }
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}

function explain(error: unknown): unknown {
  if (error instanceof CsvError) {
    const line = typeof error.lines === 'number' ? ` at line ${error.lines}` : ''
    const reason = REASONS[error.code] ?? 'it is not valid CSV'
    return refused(`The CSV cannot be read${line}: ${reason}.`, error)
  }
  if (
    error instanceof TypeError &&
    'code' in error &&
    error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  ) {
    return refused('The CSV cannot be read: it is not valid UTF-8.', error)
  }
  return error
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `a line has more than ${MAX_RECORD_CHARACTERS} characters`,
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quote',
  INVALID_OPENING_QUOTE: 'a quote stands inside a field that does not begin with one',
}

const refused = (message: string, cause: Error): ToolError =>
  new ToolError('invalid_input', message, {
    suggestion:
      'Save the file as CSV in UTF-8, with commas, and send it again; nothing was imported.',
    cause,
  })
