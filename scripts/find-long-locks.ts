/**
 * The statements of a migration that lock an existing table for as long as reading or rewriting it takes, each
 * with what to do instead. Tables that the same migration creates are empty, and locked by nobody else.
 *
 * A heuristic on the text: it knows the statements that PostgreSQL documents as slow, and nothing about what
 * functions do that a migration calls.
 */
export function findLongLocks(sql: string): string[] {
  const statements = split(sql)
  const created = new Set(
    statements.flatMap((statement) => {
      const [, name] =
        /^create (?:unlogged )?table (?:if not exists )?([\w."]+)/.exec(statement) ?? []
      return name ?? []
    }),
  )
  return statements.flatMap((statement) => problemsOf(statement, created, sql))
}

// A migration is a transaction, in which PostgreSQL refuses "concurrently".
const BUILD_BY_JOB = 'Let a job of the gateway run "create index concurrently" on it.'

function problemsOf(statement: string, created: ReadonlySet<string>, sql: string): string[] {
  const [, indexed] =
    /^create (?:unique )?index (?:if not exists )?(?:\w+ )?on (?:only )?([\w."]+)/.exec(
      statement,
    ) ?? []
  if (indexed !== undefined && !created.has(indexed)) {
    return [`an index on ${indexed} blocks its writers while it is built. ${BUILD_BY_JOB}`]
  }
  const [, altered, changes = ''] =
    /^alter table (?:if exists )?(?:only )?([\w."]+) (.*)$/.exec(statement) ?? []
  if (altered !== undefined && !created.has(altered)) {
    return splitList(changes).flatMap((change) => problemOfChange(altered, change, sql) ?? [])
  }
  const [, rewritten] =
    /^(?:vacuum full|cluster|refresh materialized view|truncate(?: table)?|lock(?: table)?) ?([\w."]*)/.exec(
      statement,
    ) ?? []
  if (rewritten !== undefined && !created.has(rewritten)) {
    return [`"${statement.slice(0, 40)}" takes an exclusive lock on a whole table.`]
  }
  const [, written] = /^(?:update|delete from) (?:only )?([\w."]+)/.exec(statement) ?? []
  if (written !== undefined && !created.has(written) && !/\bwhere\b/.test(statement)) {
    return [
      `"${statement.slice(0, 40)}" changes every row of ${written} in one transaction. Change them in portions, by a job.`,
    ]
  }
  return []
}

function problemOfChange(table: string, change: string, sql: string): string | undefined {
  if (/^alter (column )?\w+ (set data )?type /.test(change)) {
    return `another type rewrites ${table}. Add a column, fill it by a job, and remove the old one in a later release.`
  }
  const [, column] = /^alter (?:column )?(\w+) set not null/.exec(change) ?? []
  if (
    column !== undefined &&
    !new RegExp(`check ?\\( ?${column} is not null ?\\)`).test(normal(sql))
  ) {
    return `"set not null" reads all of ${table}. Add "check (${column} is not null) not valid", validate it in a later migration, and set it then.`
  }
  if (
    /^add (constraint \w+ )?(primary key|unique|exclude)/.test(change) &&
    !/using index/.test(change)
  ) {
    return `the index of "${change.slice(0, 40)}" blocks ${table} while it is built. ${BUILD_BY_JOB} A later migration says "add constraint … using index".`
  }
  if (/^add (constraint \w+ )?(check|foreign key)/.test(change) && !/not valid$/.test(change)) {
    return `"${change.slice(0, 40)}" reads all of ${table}. Add it "not valid", and validate it in a later migration.`
  }
  if (/^validate constraint/.test(change) && /not valid/.test(normal(sql))) {
    return `${table} stays locked while the constraint is validated. Validate it in a migration of its own.`
  }
  if (/^set (logged|unlogged|tablespace|access method)/.test(change))
    return `"${change}" rewrites ${table}.`
  if (!/^add (?!constraint|check|primary|unique|foreign|exclude)/.test(change)) return undefined
  return problemOfColumn(table, change)
}

// Evaluated once, when the column is added; any other call is made for each row.
const STABLE_DEFAULT =
  /\bdefault (now\(\)|current_timestamp|null|true|false|-?\d+(\.\d+)?|'[^']*'(::[\w[\]]+)?|array\[\]::\w+\[\])/

function problemOfColumn(table: string, change: string): string | undefined {
  if (
    /\bgenerated always as \(.*\) stored/.test(change) ||
    /\bgenerated .* as identity/.test(change)
  ) {
    return `a generated column rewrites ${table}.`
  }
  const hasDefault = /\bdefault\b/.test(change)
  if (hasDefault && !STABLE_DEFAULT.test(change)) {
    return `a default that differs from row to row rewrites ${table}.`
  }
  if (/\bnot null\b/.test(change) && !hasDefault) {
    return `a column that is not null and has no default fails on a ${table} that has rows.`
  }
  if (/\b(check ?\(|unique|primary key)/.test(change)) {
    return `a constraint of a new column reads all of ${table}. Add it "not valid", in a statement of its own.`
  }
  return undefined
}

const normal = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** Statements in lower case, without comments and bodies of functions, with single spaces. */
function split(sql: string): string[] {
  return sql
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replace(/--[^\n]*/g, '')
    .split(/;(?=(?:[^']*'[^']*')*[^']*$)/)
    .map(normal)
    .filter((statement) => statement !== '')
}

/** Divides at the commas that are outside of parentheses. */
function splitList(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(' || character === '[') depth++
    if (character === ')' || character === ']') depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}
