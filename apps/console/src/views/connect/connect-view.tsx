import { HOSTS, KEY_PLACEHOLDER } from '@quartermaster/hosts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { agentNamesQuery } from '../../api/access.ts'
import { createKey } from '../../api/agents.ts'
import { useMay, useSession } from '../../api/session.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Page } from '../../ui/page.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { Checks } from './checks.tsx'
import { FirstCall } from './first-call.tsx'
import './connect.css'
import { withTools } from './with-tools.ts'

const FILTERS = ['agent', 'host', 'tools'] as const

/** Choose an agent, tools and a host: the exact configuration, then the first call. */
export function ConnectView() {
  const may = useMay()
  const client = useQueryClient()
  const session = useSession()
  const { values: filters, setFilter } = useFilters(FILTERS)
  const { data: agents = [] } = useQuery({
    ...agentNamesQuery(session.workspace),
    enabled: may('list_agents'),
  })
  const isAgent = session.agent !== 'root'
  const agent = isAgent ? session.agent : (filters.agent ?? agents[0])
  const hostName = filters.host ?? 'claude'
  const host = HOSTS[hostName] ?? Object.values(HOSTS)[0]
  const key = useMutation({
    mutationFn: (name: string) => createKey(name, undefined),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  })
  const keyText = key.variables === agent ? key.data?.key : undefined
  const snippet = withTools(
    host?.configuration({ url: location.origin, key: keyText ?? KEY_PLACEHOLDER }) ?? '',
    location.origin,
    filters.tools,
  )
  return (
    <Page title="Connect" lead="Give a host the tools of an agent, and see its first call arrive.">
      <div className="connect">
        <section className="card">
          <header>
            <h2>1. Choose</h2>
          </header>
          <div className="body content-form">
            {!isAgent && (
              <div className="field">
                <label htmlFor="connect-agent">Agent</label>
                <select
                  id="connect-agent"
                  className="input"
                  value={agent ?? ''}
                  onChange={({ target }) => void setFilter('agent', target.value)}
                >
                  {agents.length === 0 && <option value="">No agents yet</option>}
                  {agents.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </div>
            )}
            <div className="field">
              <label htmlFor="connect-host">Host</label>
              <select
                id="connect-host"
                className="input"
                value={hostName}
                onChange={({ target }) => void setFilter('host', target.value)}
              >
                {Object.entries(HOSTS).map(([name, { title }]) => (
                  <option key={name} value={name}>
                    {title}
                  </option>
                ))}
              </select>
            </div>
            <ToolChoice
              chosen={filters.tools}
              onChange={(tools) => void setFilter('tools', tools)}
            />
          </div>
        </section>
        <section className="card">
          <header>
            <h2>2. Copy</h2>
            <CopyButton text={snippet} label="Copy" showLabel />
          </header>
          <div className="body content-form">
            <p>{host?.where}</p>
            <pre className="json" tabIndex={0} role="region" aria-label="Configuration">
              {snippet}
            </pre>
            {may('create_key') && agent !== undefined && keyText === undefined && (
              <div>
                <button
                  type="button"
                  className="button"
                  disabled={key.isPending}
                  onClick={() => key.mutate(agent)}
                >
                  Put a new key of {agent} into it
                </button>
              </div>
            )}
            {keyText !== undefined && (
              <p className="notice">The key is shown here once. Copy the configuration now.</p>
            )}
            {host?.notes.map((note) => (
              <p key={note} className="muted">
                {note
                  .split('`')
                  .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}
              </p>
            ))}
          </div>
        </section>
        <section className="card">
          <header>
            <h2>3. Check</h2>
          </header>
          <div className="body content-form">
            <Checks agent={agent} isRemote={host?.isRemote ?? false} />
            <FirstCall key={agent} agent={agent} />
          </div>
        </section>
      </div>
    </Page>
  )
}

type ChoiceProps = { chosen: string | undefined; onChange: (tools: string | undefined) => void }

/** All tools of the agent, or some of them. */
function ToolChoice({ chosen, onChange }: ChoiceProps) {
  const { tools } = useSession()
  const names = new Set((chosen ?? '').split(',').filter(Boolean))
  const toggle = (name: string) => {
    const next = new Set(names)
    if (!next.delete(name)) next.add(name)
    onChange(next.size === 0 ? undefined : [...next].join(','))
  }
  return (
    <details>
      <summary>
        {names.size === 0 ? 'All tools of the agent' : `${names.size} tools chosen`}
      </summary>
      <ul className="tool-choice">
        {tools.map((name) => (
          <li key={name}>
            <label>
              <input type="checkbox" checked={names.has(name)} onChange={() => toggle(name)} />{' '}
              <span className="mono">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
