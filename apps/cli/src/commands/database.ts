import { existsSync } from 'node:fs'
import {
  backup,
  migrate,
  NothingToBackUp,
  openDatabase,
  RestoreRefused,
  restore,
} from '@quartermaster/db'
import { CommandError } from '../exit.ts'
import { withDatabase } from '../local/with-database.ts'
import { type Output, printJson, printLine, printTable, progress } from '../output/print.ts'

/** Brings the schema up to date without starting a gateway. */
export async function migrateDatabase(output: Output): Promise<void> {
  const migrations = await withDatabase({ besideGateway: true, mayCreate: true }, async (url) => {
    const { db, close } = openDatabase({ url, maxConnections: 2 })
    try {
      return await migrate(db)
    } finally {
      await close()
    }
  })
  if (output.json) printJson({ migrations })
  else if (migrations.length === 0) printLine('The database is up to date.')
  else for (const name of migrations) printLine(name)
}

export async function backUp(output: Output, file: string, force = false): Promise<void> {
  if (existsSync(file) && !force) {
    throw new CommandError('usage', `${file} exists. Choose another name, or pass --force.`)
  }
  try {
    const tables = await withDatabase({ besideGateway: true, mayCreate: false }, (url) =>
      backup({ url, file, onTable: ({ table, rows }) => progress(`${table}: ${rows} rows`) }),
    )
    print(output, { file, tables })
  } catch (error) {
    if (error instanceof NothingToBackUp) throw new CommandError('failed', error.message)
    throw error
  }
}

export async function restoreFrom(output: Output, file: string): Promise<void> {
  if (!existsSync(file)) throw new CommandError('usage', `There is no file ${file}.`)
  try {
    const tables = await withDatabase({ besideGateway: false, mayCreate: true }, (url) =>
      restore({ url, file, onTable: ({ table, rows }) => progress(`${table}: ${rows} rows`) }),
    )
    print(output, { file, tables })
  } catch (error) {
    if (error instanceof RestoreRefused) throw new CommandError('refused', error.message)
    throw error
  }
}

type Summary = { file: string; tables: readonly { table: string; rows: number; sha256: string }[] }

function print(output: Output, { file, tables }: Summary): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (output.json) {
    printJson({ file, rows, tables })
    return
  }
  printTable(tables, ['table', 'rows', 'sha256'])
  printLine(`${rows} rows in ${tables.length} tables: ${file}`)
}
