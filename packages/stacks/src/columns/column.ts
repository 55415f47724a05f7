export const COLUMN_TYPES = ['text', 'number', 'date'] as const

export type ColumnType = (typeof COLUMN_TYPES)[number]

export const MAX_COLUMNS = 200
export const MAX_NAME_LENGTH = 64

export type Column = {
  /** Cells are stored under this id, which is never reused in its table. */
  readonly id: string
  /** The argument name: the same as `name` if every vendor accepts it. */
  readonly key: string
  readonly name: string
  readonly type: ColumnType
  readonly description?: string
}

/** A column as a caller defines it. */
export type ColumnDefinition = {
  readonly name: string
  readonly type?: ColumnType
  readonly description?: string
  readonly renamed_from?: string
}
