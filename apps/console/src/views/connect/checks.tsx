import { useQuery } from '@tanstack/react-query'
import { agentToolsQuery, keysQuery } from '../../api/agents.ts'
import { useMay, useSession } from '../../api/session.ts'
import { Icon } from '../../ui/icon.tsx'

type Props = { agent: string | undefined; isRemote: boolean }

const LOCAL = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[?::1)/

/** Warns of reasons why the first call could not arrive: no key, no tools, an address that the host cannot reach. */
export function Checks({ agent, isRemote }: Props) {
  const may = useMay()
  const { agent: self, tools } = useSession()
  const isOther = agent !== undefined && agent !== self && may('list_agent_tools')
  const keys = useQuery({ ...keysQuery(agent ?? ''), enabled: isOther && may('list_keys') })
  const effective = useQuery({ ...agentToolsQuery(agent ?? ''), enabled: isOther })
  const count = isOther ? effective.data?.filter(({ permitted }) => permitted).length : tools.length
  const now = Date.now()
  const valid = keys.data?.filter(
    ({ revoked_at, expires_at }) =>
      revoked_at === null && (expires_at === null || Date.parse(expires_at) > now),
  )
  const isLocal = LOCAL.test(location.host)
  return (
    <ul className="checks">
      {count !== undefined && (
        <Check ok={count > 0}>
          {count > 0 ? `${agent} may call ${count} tools` : `${agent} may call no tool`}
        </Check>
      )}
      {valid !== undefined && (
        <Check ok={valid.length > 0}>
          {valid.length > 0 ? `${agent} has a valid key` : `${agent} has no valid key yet`}
        </Check>
      )}
      {isRemote && (
        <Check ok={!isLocal}>
          {isLocal
            ? 'This host calls from outside: the gateway needs a public address (QM_PUBLIC_URL, for example a tunnel)'
            : 'The gateway has an address that is not local'}
        </Check>
      )}
    </ul>
  )
}

const Check = ({ ok, children }: { ok: boolean; children: string | string[] }) => (
  <li data-ok={ok}>
    <Icon name={ok ? 'check' : 'warning'} />
    {children}
  </li>
)
