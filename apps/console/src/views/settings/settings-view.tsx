import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay, useSession } from '../../api/session.ts'
import { settingsQuery } from '../../api/settings.ts'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import './settings.css'

/** The session and the limits of the gateway. */
export function SettingsView() {
  const may = useMay()
  return (
    <Page
      title="Settings"
      lead="The key that is signed in, and the limits of this gateway."
      actions={
        may('list_acts') && (
          <Link className="button" to="/settings/audit">
            Audit log
          </Link>
        )
      }
    >
      <div className="settings-columns">
        <SessionFacts />
        {may('list_settings') && <Limits />}
      </div>
    </Page>
  )
}

function SessionFacts() {
  const { workspace, agent, key_id, expires_at, tools } = useSession()
  return (
    <section className="card">
      <header>
        <h2>Your session</h2>
      </header>
      <dl className="facts body">
        <dt>Workspace</dt>
        <dd>{workspace}</dd>
        <dt>Agent</dt>
        <dd>{agent}</dd>
        <dt>Key</dt>
        <dd className="mono">{key_id}</dd>
        <dt>Ends</dt>
        <dd>
          <Time at={expires_at} />
        </dd>
        <dt>Callable tools</dt>
        <dd>{tools.length}</dd>
      </dl>
    </section>
  )
}

function Limits() {
  const { data: settings = [] } = useQuery(settingsQuery)
  return (
    <section className="card">
      <header>
        <h2>Limits and retention</h2>
        <span className="muted">environment variables</span>
      </header>
      <dl className="limits">
        {settings.map(({ variable, value, description }) => (
          <div key={variable}>
            <dt>
              {description}
              <span className="mono">{variable}</span>
            </dt>
            <dd className="number">{formatNumber(Number(value))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
