import { type Column, Cut } from '../../ui/data-table.tsx'
import { formatSeconds } from './describe-readers.ts'

type Key = {
  readonly key: string
  readonly written_by: string
  readonly ttl_remaining?: number | null
}

// The columns that both lists of keys have.
export const KEY_COLUMN: Column<Key> = {
  id: 'key',
  header: 'Key',
  sortBy: 'key',
  width: 'minmax(220px, 2fr)',
  cell: ({ key }) => <Cut title={key}>{key}</Cut>,
}

export const WRITER_COLUMN: Column<Key> = {
  id: 'writer',
  header: 'Written by',
  sortBy: 'written_by',
  width: 'minmax(120px, 1fr)',
  cell: ({ written_by }) => <Cut>{written_by}</Cut>,
}

export const TIME_LEFT_COLUMN: Column<Key> = {
  id: 'ttl',
  header: 'Time left',
  sortBy: 'expires_at',
  width: '100px',
  cell: ({ ttl_remaining }) => formatSeconds(ttl_remaining),
}
