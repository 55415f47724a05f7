// Migrations run while gateways answer calls, so none may hold a strong lock for as long as a large table takes
// to read or to rewrite. `migrate` runs each in a transaction of its own, at whose end its locks are released, and
// sets a lock_timeout for each (packages/db/src/migrate.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findLongLocks } from './find-long-locks.ts'

const FOLDER = new URL('../migrations/', import.meta.url)

/** Released before this check existed. Migrations are not edited after they have landed. */
const BASELINE = '0032'

/** Statements of later migrations that are known to be short, by file, with the reason. */
const ACCEPTED: Readonly<Record<string, string>> = {
  '0039_context_check_index.sql':
    'pushes wait while one index is built on a table with one row per key; reads do not',
  '0037_call_log_copy.sql':
    'calls do not wait while the indexes of the call log are built: their rows are kept in memory',
  '0034_context_deletion.sql': 'reads workspaces, which has one short row for each tenant',
}

const files = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .sort()
const problems = files
  .filter((file) => file.slice(0, 4) > BASELINE && !(file in ACCEPTED))
  .flatMap((file) =>
    findLongLocks(readFileSync(new URL(file, FOLDER), 'utf8')).map(
      (problem) => `migrations/${file}: ${problem}`,
    ),
  )
if (files.length < 30) problems.push(`no migrations were found in ${fileURLToPath(FOLDER)}`)
const numbers = files.map((file) => file.slice(0, 4))
const twice = numbers.find((number, index) => numbers.indexOf(number) !== index)
if (twice !== undefined) problems.push(`two migrations have the number ${twice}`)
const migrate = readFileSync(new URL('../packages/db/src/migrate.ts', import.meta.url), 'utf8')
if (!migrate.includes('set local lock_timeout')) problems.push('migrate.ts sets no lock_timeout')
for (const problem of problems) console.error(`check-migrations: ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)
