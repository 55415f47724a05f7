import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { actingAs } from '../api/acting-as.ts'
import { GATEWAY_URL } from '../api/gateway-url.ts'
import { api } from '../api/request.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.ts'
import { currentTheme, toggleTheme } from './theme.ts'
import { VIEWS } from './views.ts'
import { WorkspaceSwitch } from './workspace-switch.tsx'

export function Sidebar({ isOpen }: { isOpen: boolean }) {
  const session = useSession()
  return (
    <nav className="sidebar" data-open={isOpen} aria-label="Main">
      <Link className="brand" to="/">
        <span className="mark" aria-hidden="true">
          Q
        </span>
        Quartermaster
      </Link>
      {session.is_root && <WorkspaceSwitch />}
      <ul className="nav">
        {VIEWS.map(({ label, icon, path }) => (
          <li key={path}>
            <Link to={path} activeOptions={{ exact: path === '/', includeSearch: false }}>
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className="end">
        <p className="who">
          {session.is_root ? 'Operator' : session.agent}
          <small>{session.is_root ? 'root key' : `agent in ${session.workspace}`}</small>
        </p>
        <SmallTools />
      </div>
    </nav>
  )
}

function SmallTools() {
  const client = useQueryClient()
  const [theme, setTheme] = useState(currentTheme)
  const other = theme === 'dark' ? 'light' : 'dark'
  const signOut = async () => {
    await api.delete('/v1/session').catch(toast.error)
    actingAs.set({})
    client.setQueryData(sessionQuery.queryKey, null)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }
  const look = { className: 'button', 'data-kind': 'quiet', 'data-size': 'icon' } as const
  return (
    <div className="tools-row">
      <button
        type="button"
        {...look}
        title={`Use the ${other} theme`}
        aria-label={`Use the ${other} theme`}
        onClick={() => setTheme(toggleTheme())}
      >
        <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
      </button>
      <a {...look} href={`${GATEWAY_URL}/docs/`} title="API reference" aria-label="API reference">
        <Icon name="book" />
      </a>
      <button type="button" {...look} title="Sign out" aria-label="Sign out" onClick={signOut}>
        <Icon name="signout" />
      </button>
    </div>
  )
}
