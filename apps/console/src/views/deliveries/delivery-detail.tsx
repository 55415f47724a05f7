import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type Attempt,
  type DeliveryWithAttempts,
  deliveryQuery,
  resend,
} from '../../api/deliveries.ts'
import { readAgain } from '../../api/long-lists.ts'
import { useMay } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatMilliseconds } from '../../ui/format.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { DeliveryState } from './delivery-columns.tsx'

type Props = { id: string; onClose: () => void }

/** The panel of a delivery with all its attempts. */
export function DeliveryDetail({ id, onClose }: Props) {
  const { data: delivery, error } = useQuery(deliveryQuery(id))
  return (
    <Dialog
      title="Delivery"
      side="right"
      isOpen
      onClose={onClose}
      footer={delivery !== undefined && <Resend delivery={delivery} />}
    >
      {error && <ErrorState error={error} />}
      {delivery === undefined && !error && <Loading />}
      {delivery !== undefined && (
        <>
          {delivery.error !== null && (
            <p className="notice" data-tone={delivery.state === 'failed' ? 'bad' : 'warn'}>
              {delivery.error}
            </p>
          )}
          <section>
            <h3>Prompt</h3>
            <p className="prompt-text">{delivery.prompt}</p>
          </section>
          <Facts delivery={delivery} />
          <Attempts attempts={delivery.attempts} />
        </>
      )}
    </Dialog>
  )
}

const Facts = ({ delivery }: { delivery: DeliveryWithAttempts }) => (
  <dl className="facts">
    <dt>State</dt>
    <dd>
      <DeliveryState state={delivery.state} />
      {delivery.manual && <span className="muted"> · started by hand</span>}
    </dd>
    <dt>To</dt>
    <dd>
      {delivery.agent_id}
      {delivery.kind !== null && <span className="muted"> by {delivery.kind}</span>}
    </dd>
    <dt>Due</dt>
    <dd>{new Date(delivery.scheduled_for).toLocaleString()}</dd>
    {delivery.next_attempt_at !== null && (
      <>
        <dt>Next attempt</dt>
        <dd>
          <Time at={delivery.next_attempt_at} />
        </dd>
      </>
    )}
    {delivery.schedule_id !== null && (
      <>
        <dt>Schedule</dt>
        <dd>
          <Link to={`/schedules/${delivery.schedule_id}`}>{delivery.schedule_id}</Link>
        </dd>
      </>
    )}
    {delivery.acknowledged_at !== null && (
      <>
        <dt>Acknowledged</dt>
        <dd>
          <Time at={delivery.acknowledged_at} />
        </dd>
      </>
    )}
    {delivery.run_id !== null && (
      <>
        <dt>Id at the destination</dt>
        <dd className="mono">{delivery.run_id}</dd>
      </>
    )}
    <dt>Delivery id</dt>
    <dd className="mono">{delivery.id}</dd>
  </dl>
)

const Attempts = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <section>
    <h3>Attempts</h3>
    {attempts.length === 0 && <p className="muted">None yet.</p>}
    <ol className="attempts">
      {attempts.map(({ number, outcome, status, error, began_at, ended_at }) => (
        <li key={number}>
          <div>
            <Badge tone={outcome === 'delivered' ? 'good' : 'bad'}>{outcome}</Badge>
            {status !== null && <span className="mono"> HTTP {status}</span>}
            <span className="muted">
              {' '}
              <Time at={began_at} />, took{' '}
              {formatMilliseconds(Date.parse(ended_at) - Date.parse(began_at))}
            </span>
          </div>
          {error !== null && <p>{error}</p>}
        </li>
      ))}
    </ol>
  </section>
)

const RESENDABLE = ['failed', 'unconfirmed']

function Resend({ delivery: { id, state } }: { delivery: DeliveryWithAttempts }) {
  const client = useQueryClient()
  const may = useMay()
  const send = useMutation({
    mutationFn: () => resend(id),
    onSuccess: () => {
      toast.done('The prompt is sent again')
      void readAgain(client, 'deliveries')
    },
  })
  if (!may('resend_delivery') || !RESENDABLE.includes(state)) return null
  return (
    <button
      type="button"
      className="button"
      data-kind="primary"
      disabled={send.isPending}
      onClick={() => send.mutate()}
    >
      Resend
    </button>
  )
}
