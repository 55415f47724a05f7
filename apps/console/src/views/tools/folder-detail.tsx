import { useQuery } from '@tanstack/react-query'
import { type FolderReport, folderLogQuery } from '../../api/tools.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { FolderStatus, Problems } from './folder-status.tsx'

type Props = { folder: string; report: FolderReport | undefined; onClose: () => void }

/** The panel of a tool folder: its load report, what its last reload changed, and its log. */
export const FolderDetail = ({ folder, report, onClose }: Props) => (
  <Dialog title={folder} side="right" isOpen onClose={onClose}>
    {report === undefined ? (
      <EmptyState title="There is no such folder">
        It was removed or renamed. Close this panel to choose another one.
      </EmptyState>
    ) : (
      <>
        <dl className="facts">
          <dt>Status</dt>
          <dd>
            <FolderStatus report={report} />
          </dd>
          <dt>Loaded</dt>
          <dd>
            <Time at={report.loaded_at} />
          </dd>
        </dl>
        <Problems report={report} />
        <LastChange change={report.last_change} />
        <Log folder={folder} />
      </>
    )}
  </Dialog>
)

function LastChange({ change }: { change: FolderReport['last_change'] }) {
  const lines: [string, readonly string[]][] =
    change === null
      ? []
      : [
          ['Added functions', change.added],
          ['Removed functions', change.removed],
          [
            'Changed functions',
            change.changed.map(({ name, parts }) => `${name} (${parts.join(', ')})`),
          ],
          ['Changed settings', change.settings],
          ['Changed files', change.files],
        ]
  return (
    <section aria-label="Last change">
      <h3>What the last reload changed</h3>
      {change === null ? (
        <p className="muted">The folder has not changed since the gateway was started.</p>
      ) : (
        <>
          <p className="muted">
            <Time at={change.at} />
          </p>
          <dl className="facts">
            {lines.map(([label, names]) => (
              <Line key={label} label={label} names={names} />
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

const Line = ({ label, names }: { label: string; names: readonly string[] }) =>
  names.length > 0 && (
    <>
      <dt>{label}</dt>
      <dd className="mono">{names.join(', ')}</dd>
    </>
  )

const TONES: Readonly<Record<string, Tone>> = { warn: 'warn', error: 'bad' }

function Log({ folder }: { folder: string }) {
  const { data: entries, error } = useQuery(folderLogQuery(folder))
  return (
    <section>
      <h3>Log</h3>
      {error && <ErrorState error={error} />}
      {entries === undefined && !error && <Loading />}
      {entries?.length === 0 && (
        <p className="muted">Nothing yet. Lines that the module writes appear here.</p>
      )}
      <ol className="folder-log" aria-label="Log">
        {entries?.map(({ at, level, function: called, message }, index) => (
          <li key={`${at} ${entries.length - index}`}>
            <time dateTime={at} title={new Date(at).toLocaleString()}>
              {new Date(at).toLocaleTimeString()}
            </time>{' '}
            <Badge tone={TONES[level]}>{level}</Badge>{' '}
            {called !== null && <span className="muted mono">{called} </span>}
            <span className="mono">{message}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
