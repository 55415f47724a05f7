import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { agentQuery, agentToolsQuery, deleteAgent, updateAgent } from '../../api/agents.ts'
import { readAgain } from '../../api/long-lists.ts'
import { useMay } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { Keys } from './keys.tsx'
import { LimitFields, readLimits } from './limit-fields.tsx'

type Props = { name: string; onClose: () => void }

/** The panel of an agent: its keys, and each tool with the reason why it may or may not call it. */
export function AgentDetail({ name, onClose }: Props) {
  const client = useQueryClient()
  const may = useMay()
  const { data: agent, error } = useQuery(agentQuery(name))
  const [isEditing, setEditing] = useState(false)
  const refresh = () => readAgain(client, 'agents')
  const save = useMutation({
    mutationFn: (changes: object) => updateAgent(name, changes),
    onSuccess: async () => {
      await refresh()
      setEditing(false)
      toast.done('Permissions saved')
    },
  })
  const remove = useMutation({
    mutationFn: () => deleteAgent(name),
    onSuccess: async () => {
      onClose()
      await refresh()
      toast.done(`${name} was deleted`)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(readLimits(new FormData(event.currentTarget)))
  }
  return (
    <Dialog
      title={name}
      side="right"
      isOpen
      onClose={onClose}
      footer={
        <>
          {may('delete_agent') && (
            <ConfirmButton
              label="Delete"
              question="Delete the agent, its keys and its inbox?"
              onConfirm={() => remove.mutate()}
              isBusy={remove.isPending}
            />
          )}
          <Link className="button" to="/calls" search={{ agent: name }}>
            Its calls
          </Link>
        </>
      }
    >
      {error && <ErrorState error={error} />}
      {agent === undefined && !error && <Loading />}
      {agent !== undefined && (
        <>
          <Keys agent={name} />
          <section>
            <div className="section-head">
              <h3>Effective tools</h3>
              {may('update_agent') && !isEditing && (
                <button
                  type="button"
                  className="button"
                  data-size="small"
                  onClick={() => setEditing(true)}
                >
                  Change permissions
                </button>
              )}
            </div>
            {isEditing ? (
              <form className="content-form" onSubmit={submit}>
                <LimitFields limits={agent} />
                <div className="row-actions">
                  <button type="submit" className="button" data-kind="primary">
                    Save
                  </button>{' '}
                  <button type="button" className="button" onClick={() => setEditing(false)}>
                    Cancel
                  </button>
                </div>
              </form>
            ) : (
              <EffectiveTools name={name} />
            )}
          </section>
        </>
      )}
    </Dialog>
  )
}

function EffectiveTools({ name }: { name: string }) {
  const { data: tools, error } = useQuery(agentToolsQuery(name))
  if (error) return <ErrorState error={error} />
  if (tools === undefined) return <Loading />
  const sorted = tools.toSorted((one, other) => Number(other.permitted) - Number(one.permitted))
  return (
    <ul className="agent-tools" aria-label="Effective tools" tabIndex={0}>
      {sorted.map(({ name: tool, path, permitted, reason }) => (
        <li key={path}>
          <span className="mono">{tool}</span>
          <small>
            {reason}{' '}
            <Badge tone={permitted ? 'good' : 'warn'}>{permitted ? 'may call' : 'refused'}</Badge>
          </small>
        </li>
      ))}
    </ul>
  )
}
