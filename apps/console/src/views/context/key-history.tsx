import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Version, versionsQuery } from '../../api/context.ts'
import { useMay, useSession } from '../../api/session.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { RestoreButton } from './restore-button.tsx'

/** Two versions side by side, at first the newest two. An older one can be restored. */
export function KeyHistory({ keyName }: { keyName: string }) {
  const { is_root } = useSession()
  const may = useMay()
  const { data: versions, error } = useQuery(versionsQuery(keyName, is_root))
  const [chosen, setChosen] = useState<number>()
  if (error) return <ErrorState error={error} />
  if (versions === undefined) return <Loading />
  const [newest] = versions
  if (newest === undefined) return null
  // A deleted key has no current version: the newest stored one can be restored too.
  const older = versions.filter(({ current }) => !current)
  const compared = older.find(({ version }) => version === chosen) ?? older[0]
  const current = newest.current ? newest : undefined
  if (compared === undefined) {
    return (
      <section>
        <h3>History</h3>
        <p className="muted">This is the first version. Earlier ones appear here.</p>
      </section>
    )
  }
  return (
    <section>
      <h3>History</h3>
      <div className="versions">
        {current !== undefined && <VersionBox version={current} />}
        <div className="older-version">
          <VersionBox version={compared} />
          {may('restore_context') && (
            <RestoreButton
              key={compared.version}
              keyName={keyName}
              version={compared.version}
              currentVersion={current?.version ?? 0}
            />
          )}
        </div>
      </div>
      {older.length > 1 && (
        <ul className="version-list" aria-label="Older versions">
          <li className="muted">Compare with version</li>
          {older.map(({ version }) => (
            <li key={version}>
              <button
                type="button"
                className="button"
                data-size="small"
                aria-pressed={version === compared.version}
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
