import { useQuery, useQueryClient } from '@tanstack/react-query'
import { agentNamesQuery, workspacesQuery } from '../api/access.ts'
import { type ActingAs, actingAs } from '../api/acting-as.ts'
import { sessionQuery, useSession } from '../api/session.ts'

/** The workspace and the agent as which the root key acts. */
export function WorkspaceSwitch() {
  const client = useQueryClient()
  const session = useSession()
  const { data: workspaces = [] } = useQuery(workspacesQuery)
  const { data: agents = [] } = useQuery(agentNamesQuery(session.workspace))
  const act = async (next: ActingAs) => {
    actingAs.set(next)
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await client.invalidateQueries()
  }
  const { workspace } = session
  const names = workspaces.some(({ name }) => name === workspace)
    ? workspaces.map(({ name }) => name)
    : [workspace, ...workspaces.map(({ name }) => name)]
  return (
    <div className="switch">
      <label>
        <span className="visually-hidden">Workspace</span>
        <select
          className="input"
          value={workspace}
          onChange={({ target }) => act({ workspace: target.value })}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        <span className="visually-hidden">Act as</span>
        <select
          className="input"
          value={session.agent}
          onChange={({ target }) =>
            act({ workspace, ...(target.value !== 'root' && { agent: target.value }) })
          }
        >
          <option value="root">as root</option>
          {agents.map((name) => (
            <option key={name} value={name}>
              as {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
