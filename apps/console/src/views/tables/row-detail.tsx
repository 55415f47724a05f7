import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMay } from '../../api/session.ts'
import {
  type Change,
  callTableTool,
  historyQuery,
  type Row,
  type Source,
  type Table,
} from '../../api/tables.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = {
  table: Table
  documentId: string
  /** Undefined while the row is on a page that has not been read. */
  row: Row | undefined
  onClose: () => void
}

/** One row: its cells with confidence and source, and its history, which can be undone. */
export const RowDetail = ({ table, documentId, row, onClose }: Props) => (
  <Dialog title={row?.filename ?? documentId} side="right" isOpen onClose={onClose}>
    {row !== undefined && (
      <dl className="facts">
        {table.columns.map(({ name }) => (
          <CellFacts
            key={name}
            name={name}
            value={row.row_data[name] ?? null}
            confidence={row.confidence_scores[name]}
            source={row.sources[name]}
          />
        ))}
      </dl>
    )}
    <History table={table} documentId={documentId} />
  </Dialog>
)

type CellProps = {
  name: string
  value: string | number | null
  confidence: number | undefined
  source: Source | undefined
}

const CellFacts = ({ name, value, confidence, source }: CellProps) => (
  <>
    <dt>{name}</dt>
    <dd>
      {value ?? <span className="muted">empty</span>}
      {confidence !== undefined && (
        <>
          {' '}
          <Badge tone={confidence < 0.8 ? 'warn' : 'good'}>{Math.round(confidence * 100)} %</Badge>
        </>
      )}
      {source !== undefined && <SourceText source={source} />}
    </dd>
  </>
)

export const SourceText = ({ source: { page, quote } }: { source: Source }) => (
  <blockquote className="source">
    {quote !== undefined && `“${quote}”`}
    {page !== undefined && <span className="muted"> page {page}</span>}
  </blockquote>
)

function History({ table, documentId }: { table: Table; documentId: string }) {
  const client = useQueryClient()
  const may = useMay()
  const { data: changes = [] } = useQuery(historyQuery(table.id, documentId))
  const undo = useMutation({
    mutationFn: (undo_token: string) =>
      callTableTool<{ message: string }>(table.id, 'undo_change', { undo_token }),
    onSuccess: ({ message }) => {
      toast.done(message)
      void client.invalidateQueries({ queryKey: ['tables'] })
    },
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
              <ChangedCells change={change} />
            </div>
            {may('import_table') && !change.is_undone && (
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

function ChangedCells({ change }: { change: Change }) {
  const names = new Set([...Object.keys(change.old ?? {}), ...Object.keys(change.new ?? {})])
  return (
    <ul>
      {[...names].map((name) => (
        <li key={name}>
          {name}: <del>{change.old?.[name] ?? 'empty'}</del>{' '}
          <ins>{change.new?.[name] ?? 'empty'}</ins>
        </li>
      ))}
    </ul>
  )
}
