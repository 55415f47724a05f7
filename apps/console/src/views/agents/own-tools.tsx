import { useSession } from '../../api/session.ts'
import { Page } from '../../ui/page.tsx'

/** The view Agents for a key that may not list agents: only itself and its tools. */
export function OwnTools() {
  const { agent, workspace, tools } = useSession()
  return (
    <Page title="Agents" lead={`You are ${agent} in ${workspace}. The root key manages agents.`}>
      <section className="card">
        <header>
          <h2>Tools that you may call</h2>
          <span className="muted">{tools.length}</span>
        </header>
        <ul className="body tool-names">
          {tools.map((name) => (
            <li key={name} className="mono">
              {name}
            </li>
          ))}
        </ul>
      </section>
    </Page>
  )
}
