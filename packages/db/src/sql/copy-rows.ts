import { sql } from 'kysely'
import { PoolConnection } from '../pool/pool-driver.ts'
import type { Tx } from '../transaction.ts'
import { timeText } from './time-text.ts'

const FIRST_BYTES = 512 * 1024
/** UTF-8 has at most this many bytes for a unit of a JavaScript string. */
const MOST_BYTES_OF_UNIT = 3

type Value = string | number | boolean | Date | null

/**
 * Rows in the text format of COPY, which costs PostgreSQL about half as much as an INSERT with arrays. They are
 * kept as bytes: the garbage collector would copy rows that wait as objects.
 */
export class RowBuffer {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #length = 0
  #count = 0

  get count(): number {
    return this.#count
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  add(values: readonly Value[]): void {
    const row = `${values.map(textOf).join('\t')}\n`
    this.#reserve(row.length * MOST_BYTES_OF_UNIT)
    this.#length += this.#bytes.write(row, this.#length)
    this.#count++
  }

  clear(): void {
    this.#length = 0
    this.#count = 0
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** Inserts the rows; their values are those of `columns`, in this order. */
export async function copyRows(
  trx: Tx,
  table: string,
  columns: readonly string[],
  rows: RowBuffer,
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const { sql: text } = sql`copy ${sql.table(table)} (${names}) from stdin`.compile(trx)
  await trx.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof PoolConnection)) throw new Error('The database has another driver')
    await connection.copy(text, rows.bytes)
  })
}

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

function textOf(value: Value): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return timeText(value)
  if (typeof value !== 'string') return String(value)
  return SPECIAL.test(value)
    ? value.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    : value
}
