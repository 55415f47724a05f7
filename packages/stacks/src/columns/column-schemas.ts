import { acceptScalarAsText, customMessage, listedBy } from '@quartermaster/toolkit'
import { type TSchema, Type } from '@sinclair/typebox'
import type { StackTable } from '../queries/tables/tables.ts'
import type { Column } from './column.ts'

/** A placeholder for any table in the OpenAPI document and the documentation. */
export const ANY_TABLE: StackTable = {
  id: '',
  workspaceId: '',
  stackId: '',
  name: '',
  mode: 'auto',
  columns: [],
  version: 0,
  lastColumnNumber: 0,
  sortIndexes: {},
  isCounted: false,
  completedAt: null,
  completedBy: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

export const DocumentId = Type.String({
  minLength: 1,
  description:
    'The document: its id, or its exact file name (with or without extension) if only one document of the stack has it.',
  [listedBy]: 'list_documents',
})

/** Models send text; a number or a boolean is accepted as the text that represents it. */
const Cell = (description: string) => Type.String({ description, [acceptScalarAsText]: true })

const HINTS = {
  text: '',
  number: 'A number, such as 1500.00 or $1,500.00; anything else is kept as text.',
  date: 'A date, kept as you write it.',
}

const describeColumn = ({ key, name, type, description }: Column): string =>
  [key === name ? '' : `Column '${name}'.`, description ?? '', HINTS[type]]
    .filter(Boolean)
    .join(' ') || `The ${name}.`

/** An object with one member per column. For `ANY_TABLE`, an object with any members. */
function perColumn<Schema extends TSchema>(
  table: StackTable,
  member: (column: Column) => Schema,
  anyMember: Schema,
  description: string,
) {
  const members = table.columns.map((column) => [column.key, Type.Optional(member(column))])
  return Type.Unsafe<Record<string, Schema['static']>>(
    Type.Object(Object.fromEntries(members), {
      additionalProperties: table === ANY_TABLE ? anyMember : false,
      description,
    }),
  )
}

export const cellArguments = (table: StackTable): Record<string, TSchema> =>
  Object.fromEntries(
    table.columns.map((column) => [column.key, Type.Optional(Cell(describeColumn(column)))]),
  )

/** The schema of the additional arguments of a tool for `ANY_TABLE`, which are columns. */
export const OTHER_CELLS = Cell('The cell of a column of the table.')

const NullableCell = (description: string) =>
  Type.Union([Type.String({ [acceptScalarAsText]: true }), Type.Null()], { description })

export const Updates = (table: StackTable) =>
  perColumn(
    table,
    (column) => NullableCell(describeColumn(column)),
    NullableCell('The new cell.'),
    'The new cells by column; null empties a cell. Columns that you leave out keep their cells.',
  )

const Score = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'From 0 (a guess) to 1 (certain).',
  [customMessage]: 'must be a number from 0 to 1',
})

export const ConfidenceScores = (table: StackTable, description: string) =>
  perColumn(table, () => Score, Score, description)

const SourceOf = Type.Object(
  {
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The page, from 1.' }),
    ),
    quote: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2000, description: 'A short quote.' }),
    ),
  },
  { additionalProperties: false, minProperties: 1, description: 'A page, a quote, or both.' },
)

export const Sources = (table: StackTable) =>
  perColumn(
    table,
    () => SourceOf,
    SourceOf,
    'The place in the document of each value, by column: the page (from 1), a short quote, or both.',
  )

/** A parameter whose value is the name of a column. */
export function ColumnName({ columns }: StackTable, description: string) {
  const names = [...new Set([...columns.map(({ name }) => name), ...columns.map(({ key }) => key)])]
  return Type.Unsafe<string>({
    type: 'string',
    ...(names.length > 0 && { enum: names }),
    description,
  })
}

export const columnList = ({ columns }: StackTable): string =>
  columns.map(({ key }) => key).join(', ')

/** The sentence about the columns in a tool's description. */
export const describeColumns = (table: StackTable): string =>
  table === ANY_TABLE
    ? 'The columns of the table are its arguments.'
    : `Columns: ${columnList(table)}.`
