import { printable, quote, ToolError } from '@quartermaster/toolkit'
import { type FormerColumns, formerColumns } from '../queries/history/revisions.ts'
import { getTable, type StackTable } from '../queries/tables/tables.ts'
import type { StackServices } from '../tool.ts'
import { findColumn } from './find-column.ts'

type StaleCall = {
  readonly names: readonly string[]
  readonly unknown: readonly string[]
  readonly version: string | undefined
  readonly ownArguments?: readonly string[] | undefined
}

const MAX_SHOWN = 5

/** `document_id, vendor, date, confidence_scores`: the columns come after the first own argument. */
export function validParameters(
  { columns }: StackTable,
  [first, ...others]: readonly string[] = [],
): string {
  const keys = columns.map(({ key }) => key)
  return [...(first === undefined ? [] : [first]), ...keys, ...others].join(', ')
}

/**
 * The error for a call that was made for earlier columns. It contains everything needed to call again:
 * the current columns, and the current name of each column that the call named.
 */
export function schemaChanged(
  table: StackTable,
  former: readonly FormerColumns[],
  { names, unknown, version, ownArguments }: StaleCall,
): ToolError {
  const isKnownSet = (set: FormerColumns) => String(set.version) === version
  const sets = former.toSorted((a, b) => Number(isKnownSet(b)) - Number(isKnownSet(a)))
  const presentName = (name: string): string | null => {
    const old = sets
      .map(({ columns }) => findColumn(columns, name))
      .find((column) => column !== undefined)
    const now =
      table.columns.find(({ id }) => id === old?.id) ??
      findColumn(table.columns, old?.name ?? name, { ignoreCase: true })
    return now?.key ?? null
  }
  const renamed = names.map((name) => [name, presentName(name)] as const)
  const valid = `Valid parameters: ${validParameters(table, ownArguments)}.`
  const sentences = [
    ...unknown.slice(0, MAX_SHOWN).map((name) => `Unknown parameter ${quote(name)}.`),
    `${whatChanged(table, version)} ${valid}`,
  ]
  const wasColumn = (name: string) =>
    former.some(({ columns }) => findColumn(columns, name) !== undefined)
  const advice = renamed
    .filter(([name, now]) => now !== name)
    .map(([name, now]) => {
      if (now !== null) return `${quote(name)} is now '${now}'.`
      return wasColumn(name)
        ? `The column ${quote(name)} was removed.`
        : `The table has no column ${quote(name)}.`
    })
  return new ToolError(version === undefined ? 'invalid_input' : 'conflict', sentences.join(' '), {
    suggestion: [
      ...advice,
      `Call again with these columns and "schema_version": ${table.version}, or get the descriptors again.`,
    ].join(' '),
    details: {
      schema_version: table.version,
      columns: table.columns.map(({ key, name, type, description }) => ({
        argument: key,
        name,
        type,
        ...(description !== undefined && { description }),
      })),
      arguments: Object.fromEntries(renamed),
    },
  })
}

function whatChanged(table: StackTable, version: string | undefined): string {
  if (version === undefined) return 'The columns of this table have changed.'
  const isFormer = /^\d+$/.test(version) && Number(version) < table.version
  return isFormer
    ? `The columns of this table have changed: the call was made for version ${version}, the table is at version ${table.version}.`
    : `The table has no version ${quote(printable(version))} of its columns; it is at version ${table.version}.`
}

/** The error for a write that found the columns changed since its tool was created. */
export async function columnsChangedError(
  { db }: StackServices,
  table: StackTable,
): Promise<ToolError> {
  const now = await getTable(db, table.workspaceId, table.id)
  const former = await formerColumns(db, table.id)
  const names = table.columns.map(({ key }) => key)
  return schemaChanged(now, former, { names, unknown: [], version: String(table.version) })
}
