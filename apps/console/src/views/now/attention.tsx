import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { troublesQuery } from '../../api/deliveries.ts'
import { api } from '../../api/request.ts'
import { pauseQuery } from '../../api/schedules.ts'
import { useMay } from '../../api/session.ts'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Time, useNow } from '../../ui/time.tsx'

type Schedule = { id: number; next_run: string | null; state: string; paused: boolean }

const LATE_MS = 60_000

/** Problems that need a person: recipients that are off, late and failed prompts, broken folders. */
export function Attention() {
  const may = useMay()
  const now = useNow().getTime()
  const mayList = may('list_schedules')
  const troubles = useQuery({ ...troublesQuery, enabled: may('list_troubles') })
  const pause = useQuery({ ...pauseQuery, enabled: mayList })
  const schedules = useQuery({
    queryKey: ['schedules', 'soon'],
    enabled: mayList,
    queryFn: () => api.get('/v1/schedules', { query: { limit: 100 } }),
  })
  const toolsets = useQuery({
    queryKey: ['toolsets'],
    enabled: may('list_toolsets'),
    queryFn: () => api.get('/v1/toolsets'),
  })

  const isDue = ({ next_run, paused }: Schedule, by: number) =>
    !paused && next_run !== null && Date.parse(next_run) < by
  const listed = schedules.data?.schedules ?? []
  const late = listed.filter((schedule) => isDue(schedule, now - LATE_MS)).length
  const due = listed.filter((schedule) => isDue(schedule, now + 3_600_000)).length
  // The list is in the order of the next delivery.
  const hasMore = due === listed.length && schedules.data?.next_cursor != null
  const dueSoon = `${formatNumber(due - late)}${hasMore ? ' or more' : ''} due within the hour`
  const broken = (toolsets.data?.load_report ?? []).filter(({ problems }) => problems.length > 0)

  const items: ReactNode[] = [
    ...(troubles.data ?? []).map((trouble) => (
      <Item key={`trouble ${trouble.agent_id}`} to="/deliveries">
        <strong>{trouble.agent_id}</strong>{' '}
        {trouble.off_since === null ? (
          trouble.failures === 1 ? (
            'failed once'
          ) : (
            `failed ${trouble.failures} times in a row`
          )
        ) : (
          <>
            was switched off <Time at={trouble.off_since} />
          </>
        )}
        <p className="muted">{trouble.error}</p>
      </Item>
    )),
    pause.data?.paused && (
      <Item key="pause" to="/schedules">
        All prompts were paused <Time at={pause.data.paused_since} /> by {pause.data.paused_by}
      </Item>
    ),
    late > 0 && (
      <Item key="late" to="/schedules">
        {late === 1 ? 'One prompt is late' : `${late} prompts are late`}
      </Item>
    ),
    ...broken.map(({ folder, problems }) => (
      <Item key={`folder ${folder}`} to="/tools">
        The tool folder <strong>{folder}</strong> was not loaded
        <p className="muted">{problems[0]?.reason}</p>
      </Item>
    )),
  ].filter(Boolean)
  return (
    <section className="card">
      <header>
        <h2>Needs a person</h2>
        {schedules.data !== undefined && <Link to="/schedules">{dueSoon}</Link>}
      </header>
      {items.length === 0 ? (
        <p className="empty">Nothing. Every recipient answers and every prompt is on time.</p>
      ) : (
        <ul className="attention">{items}</ul>
      )}
    </section>
  )
}

const Item = ({ to, children }: { to: string; children: ReactNode }) => (
  <li>
    <Icon name="warning" />
    <div>
      {children}{' '}
      <Link to={to} aria-label="Show more about it">
        Show
      </Link>
    </div>
  </li>
)
