import { sql } from 'kysely'
import { PoolConnection } from '../pool/pool-driver.ts'
import type { Tx } from '../transaction.ts'
import type { BinaryWriter } from './binary-writer.ts'

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const END = -1

type Target = {
  readonly table: string
  readonly columns: readonly string[]
  /** Holds the rows until they are sent. It is cleared first. */
  readonly writer: BinaryWriter
}

/**
 * Inserts rows by COPY in its binary format, in which PostgreSQL has little to parse. `write` writes the values of
 * all columns of a row to the target's writer, in their order.
 */
export async function copyRows<Row>(
  trx: Tx,
  { table, columns, writer }: Target,
  rows: Iterable<Row>,
  write: (row: Row) => void,
): Promise<void> {
  writer.clear()
  writer.raw(SIGNATURE)
  // No flags, and no extension of the header.
  writer.int32(0)
  writer.int32(0)
  for (const row of rows) {
    writer.int16(columns.length)
    write(row)
  }
  writer.int16(END)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const copy = sql`copy ${sql.table(table)} (${names}) from stdin (format binary)`.compile(trx)
  await trx.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof PoolConnection)) throw new Error('The database has another driver')
    await connection.copy(copy.sql, writer.bytes)
  })
}
