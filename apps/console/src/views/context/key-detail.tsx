import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Item, itemQuery, type Version, versionsQuery } from '../../api/context.ts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { describeReaders, formatSeconds } from './describe-readers.ts'

type Props = { keyName: string; onClose: () => void }

/** The panel of a key: for the operator with its readers, for an agent with its history. */
export function KeyDetail({ keyName, onClose }: Props) {
  const { is_root } = useSession()
  return (
    <Dialog title={keyName} side="right" isOpen onClose={onClose}>
      {is_root ? <OperatorsView keyName={keyName} /> : <History keyName={keyName} />}
    </Dialog>
  )
}

function OperatorsView({ keyName }: { keyName: string }) {
  const { data: item, error } = useQuery(itemQuery(keyName))
  if (error) return <ErrorState error={error} />
  if (item === undefined) return <Loading />
  if (item === null) {
    return (
      <EmptyState title="This key has no value any longer">
        It expired or was deleted. An agent can push it again with push_context.
      </EmptyState>
    )
  }
  // The history is what a reader could see at the time of each push.
  const readers = [...item.readers.agents, ...(item.readers.everyone ? [item.written_by] : [])]
  return (
    <>
      <Facts item={item} />
      <section>
        <h3>Value</h3>
        <JsonView label="Value" json={item.value} />
      </section>
      {readers[0] !== undefined && <History keyName={keyName} agent={readers[0]} />}
    </>
  )
}

const Facts = ({ item }: { item: Item }) => (
  <dl className="facts">
    <dt>Readers</dt>
    <dd>{describeReaders(item.readers)}</dd>
    <dt>Written by</dt>
    <dd>
      {item.written_by}, <Time at={item.written_at} />
    </dd>
    <dt>Time left</dt>
    <dd>{formatSeconds(item.ttl_remaining)}</dd>
    <dt>Version</dt>
    <dd>
      {item.version}, {formatBytes(item.bytes)}
    </dd>
  </dl>
)

/** Two versions side by side; at first the newest two. */
function History({ keyName, agent }: { keyName: string; agent?: string }) {
  const { data: versions, error } = useQuery(versionsQuery(keyName, agent))
  const [chosen, setChosen] = useState<number>()
  if (error) return <ErrorState error={error} />
  if (versions === undefined) return <Loading />
  const [newest, ...older] = versions
  if (newest === undefined) return null
  const compared = older.find(({ version }) => version === chosen) ?? older[0]
  return (
    <section>
      <h3>{agent === undefined ? 'History' : `History, as ${agent} can read it`}</h3>
      <div className="versions">
        <VersionBox version={newest} />
        {compared !== undefined && <VersionBox version={compared} />}
      </div>
      {older.length > 1 && (
        <ul className="version-list" aria-label="Older versions">
          {older.map(({ version }) => (
            <li key={version}>
              <button
                type="button"
                className="button"
                data-size="small"
                aria-pressed={version === compared?.version}
                onClick={() => setChosen(version)}
              >
                {version}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const VersionBox = ({ version: { version, value, written_by, at } }: { version: Version }) => (
  <div>
    <p className="muted">
      Version {version} by {written_by}, <Time at={at} />
    </p>
    <JsonView label={`Version ${version}`} json={value} />
  </div>
)
