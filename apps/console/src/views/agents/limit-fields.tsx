import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { rolesQuery } from '../../api/agents.ts'
import { useSession } from '../../api/session.ts'
import type { Agent } from '../../api/types.ts'

type Limits = Pick<Agent, 'role' | 'allowed_tools' | 'denied_tools'>

/** Role, allowed and denied tools of an agent. Names are separated by commas or lines. */
export function LimitFields({ limits }: { limits?: Limits }) {
  const id = useId()
  const { tools } = useSession()
  const { data: roles } = useQuery(rolesQuery)
  const own = limits?.role ?? ''
  const names = roles?.map(({ name }) => name) ?? []
  const isUnknown = roles !== undefined && own !== '' && !names.includes(own)
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-role`}>Role (optional)</label>
        <select
          key={roles?.length}
          id={`${id}-role`}
          name="role"
          className="input"
          defaultValue={own}
          aria-describedby={`${id}-role-hint`}
        >
          <option value="">No role</option>
          {own !== '' && !names.includes(own) && <option>{own}</option>}
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <p className={isUnknown ? 'problem' : 'hint'} id={`${id}-role-hint`}>
          {isUnknown
            ? `There is no role ${own}: the agent may not call any tool.`
            : 'Tool limits that agents share. PUT /v1/roles/NAME creates a role.'}
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-allowed`}>Allowed tools</label>
        <textarea
          id={`${id}-allowed`}
          name="allowed_tools"
          className="input mono"
          rows={3}
          placeholder={tools.slice(0, 2).join(', ')}
          defaultValue={limits?.allowed_tools?.join(', ') ?? ''}
          aria-describedby={`${id}-allowed-hint`}
        />
        <p className="hint" id={`${id}-allowed-hint`}>
          Names, separated by commas. Empty: every tool that is not dangerous.
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-denied`}>Denied tools</label>
        <textarea
          id={`${id}-denied`}
          name="denied_tools"
          className="input mono"
          rows={2}
          defaultValue={limits?.denied_tools.join(', ') ?? ''}
        />
      </div>
    </>
  )
}

export function readLimits(form: FormData) {
  const names = (field: string) =>
    String(form.get(field) ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
  const allowed = names('allowed_tools')
  const role = String(form.get('role') ?? '').trim()
  return {
    role: role === '' ? null : role,
    allowed_tools: allowed.length === 0 ? null : allowed,
    denied_tools: names('denied_tools'),
  }
}
