import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readAgain } from '../../api/long-lists.ts'
import { useMay } from '../../api/session.ts'
import {
  type CellValue,
  type Change,
  historyQuery,
  type Row,
  type Table,
  undoChange,
  updateCell,
} from '../../api/tables.ts'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'

type Props = { table: Table; documentId: string; row: Row | undefined }

/** The changes of a row, newest first: a whole call is undone, or one cell gets its old value back. */
export function RowHistory({ table, documentId, row }: Props) {
  const client = useQueryClient()
  const mayChange = useMay()('import_table')
  const { data: changes = [] } = useQuery(historyQuery(table.id, documentId))
  const onSuccess = ({ message }: { message: string }) => {
    toast.done(message)
    void readAgain(client, 'tables')
  }
  const undo = useMutation({
    mutationFn: (undo_token: string) => undoChange(table.id, undo_token),
    onSuccess,
  })
  const putBack = useMutation({
    mutationFn: ({ name, value }: { name: string; value: CellValue }) =>
      updateCell(
        table.id,
        documentId,
        table.columns.find((column) => column.name === name),
        value,
      ),
    onSuccess,
  })
  if (changes.length === 0) return null
  return (
    <section>
      <h3>History</h3>
      <ol className="history">
        {changes.map((change) => (
          <li key={change.id}>
            <div>
              <strong>{change.action}</strong> by {change.changed_by}{' '}
              <span className="muted">
                <Time at={change.changed_at} />
              </span>
              {change.is_undone && <Badge>undone</Badge>}
              <ChangedCells
                change={change}
                row={row}
                onPutBack={
                  mayChange && !putBack.isPending
                    ? (name, value) => putBack.mutate({ name, value })
                    : undefined
                }
              />
            </div>
            {mayChange && !change.is_undone && (
              <button
                type="button"
                className="button"
                data-size="small"
                disabled={undo.isPending}
                onClick={() => undo.mutate(change.undo_token)}
              >
                Undo
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type CellsProps = {
  change: Change
  row: Row | undefined
  onPutBack: ((name: string, value: CellValue) => void) | undefined
}

function ChangedCells({ change, row, onPutBack }: CellsProps) {
  const names = new Set([...Object.keys(change.old ?? {}), ...Object.keys(change.new ?? {})])
  return (
    <ul>
      {[...names].map((name) => {
        const before = change.old?.[name] ?? null
        const after = change.new?.[name] ?? null
        const isCurrent = (row?.row_data[name] ?? null) === after
        return (
          <li key={name}>
            {name}: <Difference before={before} after={after} />{' '}
            {onPutBack !== undefined && before !== null && before !== after && isCurrent && (
              <button
                type="button"
                className="link"
                aria-label={`Put back ${before} in ${name}`}
                onClick={() => onPutBack(name, before)}
              >
                Put back
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Difference({ before, after }: { before: CellValue; after: CellValue }) {
  if (before === after) return <span className="muted">confidence or source</span>
  return (
    <>
      {before !== null && <del>{before}</del>} {after === null ? 'empty' : <ins>{after}</ins>}
    </>
  )
}
