import { HOSTS, KEY_PLACEHOLDER } from '@quartermaster/hosts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { agentNamesQuery } from '../../api/access.ts'
import { createKey } from '../../api/agents.ts'
import { GATEWAY_URL } from '../../api/gateway-url.ts'
import { readAgain } from '../../api/long-lists.ts'
import { useMay, useSession } from '../../api/session.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Page } from '../../ui/page.tsx'
import { ToolChoice } from '../../ui/tool-choice.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { Checks } from './checks.tsx'
import { FirstCall } from './first-call.tsx'
import './connect.css'
import { useCallableTools } from './use-callable-tools.ts'
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
  const chosen = new Set(filters.tools?.split(','))
  const callable = useCallableTools(agent)
  const hostName = filters.host ?? 'claude'
  const host = HOSTS[hostName] ?? Object.values(HOSTS)[0]
  const key = useMutation({
    mutationFn: (name: string) => createKey(name),
    onSuccess: () => readAgain(client, 'keys'),
  })
  const keyText = key.variables === agent ? key.data?.key : undefined
  const isInSnippet =
    host?.configuration({ url: '', key: KEY_PLACEHOLDER }).includes(KEY_PLACEHOLDER) ?? false
  const snippet = withTools(
    host?.configuration({ url: GATEWAY_URL, key: keyText ?? KEY_PLACEHOLDER }) ?? '',
    GATEWAY_URL,
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
              names={callable ?? []}
              chosen={chosen}
              onChange={(next) =>
                void setFilter('tools', next.size === 0 ? undefined : [...next].join(','))
              }
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
                  {isInSnippet ? `Insert a new key for ${agent}` : `New key for ${agent}`}
                </button>
              </div>
            )}
            {keyText !== undefined && isInSnippet && (
              <p className="notice">The key is shown here once. Copy the configuration now.</p>
            )}
            {keyText !== undefined && !isInSnippet && (
              <div className="notice connect-key">
                <p>This host asks for the key when it signs in. It is shown here once.</p>
                <code>{keyText}</code>
                <CopyButton text={keyText} label="Copy the key" showLabel />
              </div>
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
            <Checks agent={agent} hostName={hostName} chosen={[...chosen]} snippet={snippet} />
            <FirstCall key={agent} agent={agent} />
          </div>
        </section>
      </div>
    </Page>
  )
}
