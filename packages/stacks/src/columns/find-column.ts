import { closestName, quote, ToolError } from '@quartermaster/toolkit'
import type { Column } from './column.ts'
import { foldName } from './fold-name.ts'

type Options = { readonly ignoreCase?: boolean }

/** Finds a column by its name or by its argument name. */
export function findColumn(
  columns: readonly Column[],
  name: string,
  { ignoreCase = false }: Options = {},
): Column | undefined {
  return (
    columns.find((column) => column.name === name) ??
    columns.find((column) => column.key === name) ??
    (ignoreCase ? columns.find((column) => foldName(column.name) === foldName(name)) : undefined)
  )
}

/** `findColumn`, with an error that lists the columns. */
export function getColumn(
  { columns }: { readonly columns: readonly Column[] },
  name: string,
  options: Options & { readonly suggestion?: string } = {},
): Column {
  const column = findColumn(columns, name, options)
  if (column !== undefined) return column
  const names = columns.map((candidate) => candidate.name)
  const near = closestName(name, names)
  const advice = near === undefined ? [] : [`Did you mean '${near}'?`]
  const suggestion = [...advice, ...(options.suggestion ? [options.suggestion] : [])].join(' ')
  throw new ToolError(
    'invalid_input',
    `Unknown column ${quote(name)}. Valid columns: ${names.join(', ') || 'none'}.`,
    { ...(suggestion && { suggestion }) },
  )
}
