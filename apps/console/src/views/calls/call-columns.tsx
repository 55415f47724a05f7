import type { Call } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { formatBytes, formatMilliseconds } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'

export const Outcome = ({ call: { code, status } }: { call: Pick<Call, 'code' | 'status'> }) =>
  code === null ? <Badge tone="good">ok</Badge> : <Badge tone={toneOf(status)}>{code}</Badge>

/** Callers can correct a 4xx by themselves; a 5xx needs the operator. */
const toneOf = (status: number) => (status >= 500 ? 'bad' : 'warn')

export const CALL_COLUMNS: readonly Column<Call>[] = [
  {
    id: 'called_at',
    header: 'When',
    sortBy: 'called_at',
    width: '100px',
    cell: ({ called_at }) => <Time at={called_at} />,
  },
  {
    id: 'tool',
    header: 'Tool',
    sortBy: 'tool',
    width: 'minmax(236px, 1.2fr)',
    cell: ({ tool, path }) => (
      <span className="mono cut" title={path}>
        {tool}
      </span>
    ),
  },
  {
    id: 'agent',
    header: 'Agent',
    sortBy: 'agent',
    width: 'minmax(100px, 0.8fr)',
    cell: ({ agent }) =>
      agent === null ? <span className="muted">no valid key</span> : <Cut>{agent}</Cut>,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    sortBy: 'code',
    width: '150px',
    cell: (call) => <Outcome call={call} />,
  },
  {
    id: 'summary',
    header: 'Error or arguments',
    width: 'minmax(180px, 2fr)',
    cell: ({ error, arguments: sent }) => (
      <Cut title={error ?? sent}>
        {error ?? <span className="muted mono">{sent === '{}' ? '' : sent.slice(0, 200)}</span>}
      </Cut>
    ),
  },
  {
    id: 'duration',
    header: 'Time',
    sortBy: 'milliseconds',
    width: '90px',
    align: 'end',
    cell: ({ milliseconds }) => formatMilliseconds(milliseconds),
  },
  {
    id: 'size',
    header: 'Answer',
    sortBy: 'response_bytes',
    width: '90px',
    align: 'end',
    cell: ({ response_bytes }) => formatBytes(response_bytes),
  },
]
