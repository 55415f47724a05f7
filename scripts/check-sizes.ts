// Warns about long files and crowded folders. It never fails: a limit is a hint to look again.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const MAX_LINES = 400
const MAX_LOOSE_FILES = 12
const GENERATED = ['packages/db/src/database.ts', 'packages/client/src/api/generated/schema.ts']

const tracked = execFileSync('git', ['ls-files', '*.ts'], { encoding: 'utf8' })
const files = tracked
  .split('\n')
  .filter((file) => file !== '' && existsSync(file) && !GENERATED.includes(file))

const longFiles = files
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  .filter(({ lines }) => lines > MAX_LINES)
  .map(({ file, lines }) => `${file} has ${lines} lines (limit ${MAX_LINES})`)

const looseFiles = Map.groupBy(
  files.filter((file) => /^(apps|packages)\/[^/]+\/src\/[^/]+$/.test(file)),
  dirname,
)
const crowdedFolders = [...looseFiles]
  .map(([folder, inside]) => ({ folder, count: inside.filter((file) => !isTest(file)).length }))
  .filter(({ count }) => count > MAX_LOOSE_FILES)
  .map(({ folder, count }) => `${folder} has ${count} loose files (limit ${MAX_LOOSE_FILES})`)

for (const warning of [...longFiles, ...crowdedFolders]) console.warn(`warning: ${warning}`)

function isTest(file: string): boolean {
  return file.endsWith('.test.ts')
}
