// Writes packages/db/src/database.ts from a freshly migrated database; with --check, compares.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate, openDatabase } from '@quartermaster/db'
import { startEmbeddedPostgres } from '@quartermaster/embedded-postgres'

const TARGET = fileURLToPath(new URL('../packages/db/src/database.ts', import.meta.url))
const CODEGEN = fileURLToPath(new URL('../node_modules/.bin/kysely-codegen', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'quartermaster-types-'))
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false })
try {
  const database = openDatabase({ url: server.url })
  await migrate(database.db)
  await database.close()

  const types = generate(server.url)
  const current = await readFile(TARGET, 'utf8').catch(() => '')
  if (!process.argv.includes('--check')) await writeFile(TARGET, types)
  else if (types !== current) {
    console.error('packages/db/src/database.ts does not match the migrations: run pnpm db:types')
    process.exitCode = 1
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

function generate(url: string): string {
  const options = [
    ['--dialect', 'postgres'],
    ['--url', url],
    ['--type-mapping', JSON.stringify({ int8: 'number', xid8: 'string' })],
    ['--exclude-pattern', 'migrations*'],
    ['--log-level', 'error'],
  ]
  return execFileSync(CODEGEN, [...options.flat(), '--print'], { encoding: 'utf8' })
}
