import { useQuery } from '@tanstack/react-query'
import { type Row, rowQuery, type Source, type Table } from '../../api/tables.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RowHistory } from './row-history.tsx'
import { SourceText } from './source-text.tsx'
import './tables.css'

type Props = {
  table: Table
  documentId: string
  /** Undefined if the row is on a page that has not been read. */
  row: Row | undefined
  onClose: () => void
}

/** The panel of a row: its cells with confidence and source, and its history, which can be undone. */
export function RowDetail({ table, documentId, row: listed, onClose }: Props) {
  const read = useQuery({ ...rowQuery(table.id, documentId), enabled: listed === undefined })
  const row = listed ?? read.data ?? undefined
  return (
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
      <RowHistory table={table} documentId={documentId} row={row} />
    </Dialog>
  )
}

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
