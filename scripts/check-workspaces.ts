// Every row belongs to a workspace, so that installations can be divided by workspace (docs/scaling.md).
// A table has a column `workspace_id`, or an entry here that says why it needs none. A query names the workspace, or
// has an entry in queries-without-workspace.ts.
import { globSync, readFileSync } from 'node:fs'
import { findUnscopedQueries } from './find-unscoped-queries.ts'
import { WITHOUT_WORKSPACE as QUERIES_WITHOUT_WORKSPACE } from './queries-without-workspace.ts'

const ROOT = new URL('../', import.meta.url)
const TYPES = new URL('packages/db/src/database.ts', ROOT)

const WITHOUT_WORKSPACE: Readonly<Record<string, string>> = {
  Workspaces: 'the workspaces themselves',
  ApiKeys: 'belongs to an agent, found by its hash before the workspace is known',
  ContextSweep: 'one row: how far the background job is',
  DeliveryAttempts: 'belongs to a delivery',
  EncryptionKeys: 'of the whole installation',
  OauthAccessKeys: 'belongs to a grant',
  OauthClients: 'registered before anyone has signed in',
  OauthCodes: 'belongs to a grant',
  OauthGrants: 'belongs to a key',
  OauthRefreshTokens: 'belongs to a grant',
  RateCounts: 'counts of one minute; their names begin with the workspace',
  Sessions: 'belongs to a key',
  ScheduleCatchUp: 'one row: the shared limit of all workers',
  StackHistory: 'belongs to a table',
  StackRowCounts: 'belongs to a table',
  StackSortIndexes: 'belongs to a table',
  StackSortKeys: 'belongs to a sort index',
  TopicPushes: 'belongs to a topic',
}

const types = readFileSync(TYPES, 'utf8')
const tables = [...types.matchAll(/export interface (\w+) \{(.*?)\n\}/gs)].filter(
  ([, name]) => name !== 'DB',
)
const problems = tables.flatMap(([, name = '', columns = '']) => {
  const hasWorkspace = /^ {2}workspace_id: /m.test(columns)
  if (!hasWorkspace && !(name in WITHOUT_WORKSPACE)) return `${name} has no workspace_id`
  if (hasWorkspace && name in WITHOUT_WORKSPACE)
    return `${name} has a workspace_id: remove its entry`
  return []
})
if (tables.length < 20) problems.push('packages/db/src/database.ts has another form than expected')

const [, ofDatabase = ''] = /export interface DB \{(.*?)\n\}/s.exec(types) ?? []
const interfaceOf = new Map(
  [...ofDatabase.matchAll(/(\w+): (\w+)/g)].map(([, table = '', name = '']) => [table, name]),
)
const scoped = [...interfaceOf].filter(([, name]) => !(name in WITHOUT_WORKSPACE))
const files = globSync('{apps,packages}/*/src/queries/**/*.ts', { cwd: ROOT })
const found = files
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const text = readFileSync(new URL(file, ROOT), 'utf8')
    const names = findUnscopedQueries(
      text,
      scoped.map(([table]) => table),
    )
    return names.map((name) => `${file} ${name}`)
  })
if (files.length < 50) problems.push('the queries are in other folders than expected')
for (const query of found) {
  if (QUERIES_WITHOUT_WORKSPACE.has(query)) continue
  problems.push(
    `${query} does not name the workspace. If it is for all workspaces, or has an id that was found in one, add it to scripts/queries-without-workspace.ts`,
  )
}
for (const query of QUERIES_WITHOUT_WORKSPACE) {
  if (!found.includes(query)) problems.push(`${query} names its workspace now: remove its entry`)
}
for (const problem of problems) console.error(`check-workspaces: ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)
