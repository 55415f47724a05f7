import { COLUMN_TYPES, ColumnDefinitions, type StackTable } from '@quartermaster/stacks'
import { Type } from '@sinclair/typebox'
import { Instant } from './page.ts'
import { Nullable, Title } from './stack-shapes.ts'

export const TableName = Title('What people call it.')

const ColumnType = Type.Union(COLUMN_TYPES.map((type) => Type.Literal(type)))

const Column = Type.Object({
  name: Type.String(),
  argument: Type.String({ description: 'Its name in the arguments of the tools.' }),
  type: ColumnType,
  description: Type.Optional(Type.String({ description: 'What belongs in it.' })),
})

export const Table = Type.Object(
  {
    id: Type.String(),
    stack_id: Type.String(),
    name: TableName,
    mode: Type.Union([Type.Literal('auto'), Type.Literal('custom')]),
    columns: Type.Array(Column),
    schema_version: Type.Integer({ description: 'Goes up with every change of the columns.' }),
    status: Type.Union([Type.Literal('in_progress'), Type.Literal('completed')]),
    completed_at: Nullable(Instant('When it was completed.')),
    completed_by: Nullable(Type.String()),
    created_at: Instant('When it was made.'),
    updated_at: Instant('When it, not its rows, was last changed.'),
  },
  { description: 'A table with one row per document of its stack.' },
)

export const NewTable = Type.Object({
  name: TableName,
  mode: Type.Union([Type.Literal('auto'), Type.Literal('custom')], {
    description: 'auto: an agent defines the columns; custom: they are given here.',
  }),
  custom_columns: Type.Optional(
    Type.Array(Type.Union([Type.String(), ColumnDefinitions.items]), {
      description: 'For the mode custom: names, or columns with their types.',
    }),
  ),
})

export const showTable = (table: StackTable) => ({
  id: table.id,
  stack_id: table.stackId,
  name: table.name,
  mode: table.mode,
  columns: table.columns.map(({ id: _, key, ...column }) => ({ ...column, argument: key })),
  schema_version: table.version,
  status: table.completedAt === null ? ('in_progress' as const) : ('completed' as const),
  completed_at: table.completedAt,
  completed_by: table.completedBy,
  created_at: table.createdAt,
  updated_at: table.updatedAt,
})
