import { findHost } from '@quartermaster/hosts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keysQuery } from '../../api/agents.ts'
import { oauthQuery, readyQuery } from '../../api/health.ts'
import { useMay, useSession } from '../../api/session.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCallableTools } from './use-callable-tools.ts'

type Props = {
  agent: string | undefined
  hostName: string
  /** The chosen tools; by default all of the agent. */
  chosen: readonly string[]
  /** The configuration, as it is copied. */
  snippet: string
}

const LOCAL = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[?::1)/

/**
 * Reasons why the first call would not arrive: a gateway that is not ready, no key, no tools, an address that
 * the host cannot reach, OAuth that is off. `qm doctor` also plays the host's client, with the key.
 */
export function Checks({ agent, hostName, chosen, snippet }: Props) {
  const host = findHost(hostName)
  const ready = useQuery(readyQuery)
  return (
    <ul className="checks">
      {(ready.data !== undefined || ready.error !== null) && (
        <Check ok={ready.error === null}>
          {ready.error === null ? 'The gateway is ready' : 'The gateway is not ready'}
        </Check>
      )}
      {agent !== undefined && <AgentChecks agent={agent} chosen={chosen} />}
      {host?.isRemote && <AddressCheck />}
      {snippet.includes('/connect/mcp') && <OAuthCheck />}
      <li>
        <span className="muted">
          <code>qm doctor {hostName}</code> in a terminal also tries the key, as this host would.
        </span>
      </li>
    </ul>
  )
}

function AgentChecks({ agent, chosen }: { agent: string; chosen: readonly string[] }) {
  const may = useMay()
  const { agent: self } = useSession()
  const callable = useCallableTools(agent)
  const mayList = agent !== self && may('list_keys')
  const keys = useQuery({ ...keysQuery(agent), enabled: mayList })
  const now = Date.now()
  const hasKey = keys.data?.some(
    ({ revoked_at, expires_at }) =>
      revoked_at === null && (expires_at === null || Date.parse(expires_at) > now),
  )
  const refused = callable && chosen.filter((name) => !callable.includes(name))
  return (
    <>
      {callable !== undefined && (
        <Check ok={callable.length > 0}>
          {agent} may call {callable.length > 0 ? formatCount(callable.length, 'tool') : 'no tool'}
        </Check>
      )}
      {refused !== undefined && refused.length > 0 && (
        <Check ok={false}>
          {agent} may not call {refused.join(', ')}
        </Check>
      )}
      {hasKey !== undefined && (
        <Check ok={hasKey}>
          {agent} has {hasKey ? 'a valid key' : 'no valid key yet'}
        </Check>
      )}
    </>
  )
}

function AddressCheck() {
  const isLocal = LOCAL.test(location.host)
  return (
    <Check ok={!isLocal}>
      {isLocal
        ? 'This host calls from outside: the gateway needs a public address (QM_PUBLIC_URL, for example a tunnel)'
        : 'The gateway has an address that is not local'}
    </Check>
  )
}

function OAuthCheck() {
  const { data: isOn } = useQuery(oauthQuery)
  if (isOn === undefined) return null
  return (
    <Check ok={isOn}>
      {isOn
        ? 'Hosts can sign in with OAuth'
        : 'This host signs in with OAuth, which is off: start the gateway with QM_OAUTH=on'}
    </Check>
  )
}

const Check = ({ ok, children }: { ok: boolean; children: ReactNode }) => (
  <li data-ok={ok}>
    <Icon name={ok ? 'check' : 'warning'} />
    <span>{children}</span>
  </li>
)
