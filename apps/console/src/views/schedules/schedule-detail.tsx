import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newestDeliveriesQuery } from '../../api/deliveries.ts'
import { readAgain } from '../../api/long-lists.ts'
import { type PathWith, send } from '../../api/request.ts'
import { nextRunsQuery, type Schedule, scheduleQuery } from '../../api/schedules.ts'
import { useMay, useMayCall } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Time, useNow } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { DeliveryState } from '../deliveries/delivery-columns.tsx'
import { Runs } from './runs.tsx'
import { describeTiming, ScheduleState } from './schedule-columns.tsx'

type Props = { id: string; onClose: () => void }

/** The panel of a schedule: its timing, its next times, what it delivered, and what can be done with it. */
export function ScheduleDetail({ id, onClose }: Props) {
  const { data: schedule, error } = useQuery(scheduleQuery(id))
  return (
    <Dialog
      title={`Schedule ${id}`}
      side="right"
      isOpen
      onClose={onClose}
      footer={schedule?.active && <Actions schedule={schedule} />}
    >
      {error && <ErrorState error={error} />}
      {schedule === undefined && !error && <Loading />}
      {schedule !== undefined && (
        <>
          {schedule.problem !== null && (
            <p className="notice" data-tone="warn">
              {schedule.problem}
            </p>
          )}
          <section>
            <h3>Prompt</h3>
            <p className="prompt-text">{schedule.prompt_text}</p>
          </section>
          <Facts schedule={schedule} />
          {schedule.active && <NextRuns id={id} isDelivering={schedule.state === 'delivering'} />}
          <Delivered id={id} />
        </>
      )}
    </Dialog>
  )
}

const Facts = ({ schedule }: { schedule: Schedule }) => (
  <dl className="facts">
    <dt>State</dt>
    <dd>
      <ScheduleState state={schedule.state} />
    </dd>
    <dt>For</dt>
    <dd>{schedule.agent_id}</dd>
    <dt>When</dt>
    <dd>{describeTiming(schedule)}</dd>
    <dt>Delivered</dt>
    <dd>
      {schedule.repetition_count}
      {schedule.max_repetitions !== null && ` of ${schedule.max_repetitions}`}
      {schedule.last_run !== null && (
        <>
          , last <Time at={schedule.last_run} />
        </>
      )}
    </dd>
    {schedule.end_at !== null && (
      <>
        <dt>Ends</dt>
        <dd>{new Date(schedule.end_at).toLocaleString()}</dd>
      </>
    )}
    <dt>After an outage</dt>
    <dd>{MISFIRE[schedule.misfire] ?? schedule.misfire}</dd>
    <dt>While one is open</dt>
    <dd>{OVERLAP[schedule.overlap] ?? schedule.overlap}</dd>
    <dt>Created</dt>
    <dd>
      <Time at={schedule.created_at} /> by {schedule.created_by}
    </dd>
  </dl>
)

const MISFIRE: Readonly<Record<string, string>> = {
  once: 'one prompt for all missed times',
  skip: 'missed times are skipped',
  all: 'one prompt for each missed time',
}

const OVERLAP: Readonly<Record<string, string>> = {
  skip: 'the next time is skipped',
  queue: 'one more prompt follows',
  allow: 'both are delivered',
}

function NextRuns({ id, isDelivering }: { id: string; isDelivering: boolean }) {
  const now = useNow()
  const { data = [] } = useQuery(nextRunsQuery(id))
  // The time of an open delivery is the next one until the delivery ends.
  const runs = isDelivering ? data.filter((at) => new Date(at) > now) : data
  if (runs.length === 0) return null
  return (
    <section>
      <h3>Next times</h3>
      <Runs label="Next times" runs={runs} />
    </section>
  )
}

function Delivered({ id }: { id: string }) {
  const { data: deliveries = [] } = useQuery(newestDeliveriesQuery({ schedule_id: id }))
  if (deliveries.length === 0) return null
  return (
    <section>
      <h3>Deliveries</h3>
      <ul className="runs">
        {deliveries.slice(0, 10).map((delivery) => (
          <li key={delivery.id}>
            <Link to={`/deliveries/${delivery.id}`}>
              <Time at={delivery.scheduled_for} />
            </Link>
            <DeliveryState state={delivery.state} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Actions({ schedule }: { schedule: Schedule }) {
  const client = useQueryClient()
  const may = useMay()
  const mayCall = useMayCall()
  const act = useMutation({
    mutationFn: ({ path, body = {} }: { path: PathWith<'post'>; body?: object; done: string }) =>
      send('post', path, { path: { id: schedule.id }, body }),
    onSuccess: (_answer, { done }) => {
      toast.done(done)
      void readAgain(client, 'schedules')
      void readAgain(client, 'deliveries')
    },
  })
  const isPaused = schedule.state === 'paused'
  return (
    <>
      {mayCall('promptyoself_cancel') && (
        <button
          type="button"
          className="button"
          data-kind="danger"
          disabled={act.isPending}
          onClick={() =>
            act.mutate({
              path: '/v1/tools/promptyoself_cancel',
              body: { schedule_id: schedule.id },
              done: `Schedule ${schedule.id} is cancelled`,
            })
          }
        >
          Cancel the schedule
        </button>
      )}
      {may('pause_schedule') && (
        <button
          type="button"
          className="button"
          disabled={act.isPending}
          onClick={() =>
            act.mutate({
              path: isPaused ? '/v1/schedules/{id}/resume' : '/v1/schedules/{id}/pause',
              done: `Schedule ${schedule.id} is ${isPaused ? 'resumed' : 'paused'}`,
            })
          }
        >
          <Icon name={isPaused ? 'play' : 'pause'} />
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      )}
      {may('run_schedule') && (
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={act.isPending}
          onClick={() =>
            act.mutate({ path: '/v1/schedules/{id}/run', done: 'The prompt is on its way' })
          }
        >
          Run now
        </button>
      )}
    </>
  )
}
