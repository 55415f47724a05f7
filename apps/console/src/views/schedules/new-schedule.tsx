import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useId, useState } from 'react'
import { agentNamesQuery } from '../../api/access.ts'
import { readAgain } from '../../api/long-lists.ts'
import { api } from '../../api/request.ts'
import { previewQuery } from '../../api/schedules.ts'
import { useMay, useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { describeError } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { Runs } from './runs.tsx'

const KINDS = {
  cron: { label: 'By a cron expression', tool: 'promptyoself_schedule_cron' },
  every: { label: 'At an interval', tool: 'promptyoself_schedule_every' },
  time: { label: 'Once', tool: 'promptyoself_schedule_time' },
} as const

type Kind = keyof typeof KINDS

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A form that shows the next five times while its timing is typed. */
export function NewSchedule({ onClose }: { onClose: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const { agent, is_root, workspace } = useSession()
  const may = useMay()
  const [kind, setKind] = useState<Kind>('cron')
  const [cron, setCron] = useState('0 9 * * MON-FRI')
  const [timezone, setTimezone] = useState(OWN_ZONE)
  const [every, setEvery] = useState('1h')
  const [time, setTime] = useState('')
  const { data: agents = [] } = useQuery({
    ...agentNamesQuery(workspace),
    enabled: may('list_agents'),
  })

  const timing: Record<Kind, Record<string, string>> = {
    cron: { cron, timezone },
    every: { every },
    // The field has the reader's local time and no zone.
    time: { time: time === '' ? '' : new Date(time).toISOString() },
  }
  const chosen = useDeferredValue(timing[kind])
  const isTyped = Object.values(chosen).every((text) => text !== '')
  const preview = useQuery({ ...previewQuery(chosen), enabled: isTyped })

  const create = useMutation({
    mutationFn: (body: object) => api.post(`/v1/tools/${KINDS[kind].tool}`, body),
    onSuccess: ({ message }) => {
      toast.done('Scheduled', message)
      void readAgain(client, 'schedules')
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const recipient = String(form.get('agent_id') ?? '')
    create.mutate({
      prompt: form.get('prompt'),
      ...timing[kind],
      ...(recipient !== '' && { agent_id: recipient }),
    })
  }
  const problem = create.error ?? (isTyped ? preview.error : null)
  return (
    <Dialog
      title="New schedule"
      isOpen
      onClose={onClose}
      footer={
        <button
          type="submit"
          form={`${id}-form`}
          className="button"
          data-kind="primary"
          disabled={create.isPending}
        >
          Schedule the prompt
        </button>
      }
    >
      <form id={`${id}-form`} className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}-prompt`}>Prompt</label>
          <textarea id={`${id}-prompt`} className="input" name="prompt" rows={3} required />
        </div>
        {may('list_agents') && (
          <div className="field">
            <label htmlFor={`${id}-agent`}>For</label>
            <select
              id={`${id}-agent`}
              className="input"
              name="agent_id"
              required={is_root}
              defaultValue={is_root ? '' : agent}
            >
              <option value="">Choose an agent</option>
              {agents.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        )}
        <div className="field">
          <label htmlFor={`${id}-kind`}>When</label>
          <select
            id={`${id}-kind`}
            className="input"
            value={kind}
            onChange={(event) => setKind(event.target.value as Kind)}
          >
            {Object.entries(KINDS).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {kind === 'cron' && (
          <div className="form-row">
            <Text id={`${id}-cron`} label="Cron expression" value={cron} onChange={setCron} />
            <Text id={`${id}-zone`} label="Time zone" value={timezone} onChange={setTimezone} />
          </div>
        )}
        {kind === 'every' && (
          <Text id={`${id}-every`} label="Every (30s, 5m, 1h)" value={every} onChange={setEvery} />
        )}
        {kind === 'time' && (
          <Text
            id={`${id}-time`}
            type="datetime-local"
            label="Your local time"
            value={time}
            onChange={setTime}
          />
        )}
        <Problem error={problem} />
        {isTyped && preview.error === null && preview.data !== undefined && (
          <section>
            <h3>Next times</h3>
            <Runs label="Next times" runs={preview.data} />
          </section>
        )}
      </form>
    </Dialog>
  )
}

type TextProps = {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  type?: string
}

const Text = ({ id, label, value, onChange, type = 'text' }: TextProps) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <input
      id={id}
      className="input"
      type={type}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)

function Problem({ error }: { error: unknown }) {
  if (error === null) return <p role="alert" className="problem" />
  const { message, suggestion } = describeError(error)
  return (
    <p role="alert" className="problem">
      {message} {suggestion}
    </p>
  )
}
