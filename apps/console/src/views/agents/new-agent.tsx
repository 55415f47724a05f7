import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { createAgent } from '../../api/agents.ts'
import { readAgain } from '../../api/long-lists.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { describeError } from '../../ui/states.tsx'
import { LimitFields, readLimits } from './limit-fields.tsx'

type Props = { onClose: () => void; onCreated: (name: string) => void }

export function NewAgent({ onClose, onCreated }: Props) {
  const id = useId()
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: createAgent,
    onSuccess: async ({ name }) => {
      await readAgain(client, 'agents')
      onCreated(name)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    create.mutate({ name: String(form.get('name')).trim(), ...readLimits(form) })
  }
  return (
    <Dialog
      title="New agent"
      isOpen
      onClose={onClose}
      footer={
        <button type="submit" form={id} className="button" data-kind="primary">
          Create the agent
        </button>
      }
    >
      <form id={id} className="content-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}-name`}>Name</label>
          <input id={`${id}-name`} name="name" className="input" required maxLength={255} />
          <p className="problem" role="alert">
            {create.error && describeError(create.error).message}
          </p>
        </div>
        <LimitFields />
      </form>
    </Dialog>
  )
}
