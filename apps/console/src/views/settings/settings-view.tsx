import { useSession } from '../../api/session.ts'
import { Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

export function SettingsView() {
  const { workspace, agent, key_id, expires_at, tools } = useSession()
  return (
    <Page title="Settings" lead="The key that is signed in, and what it may do.">
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
    </Page>
  )
}
