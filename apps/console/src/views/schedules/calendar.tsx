import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newestDeliveriesQuery } from '../../api/deliveries.ts'
import { simulationQuery } from '../../api/schedules.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useNow } from '../../ui/time.tsx'
import { type Day, type Entry, toDays } from './calendar-days.ts'

const DAYS_BACK = 2
const DAYS_AHEAD = 14
const MOST = 6

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** The last two days and the next fourteen, one box per day. */
export function Calendar() {
  const today = useNow()
  const simulation = useQuery(simulationQuery(DAYS_AHEAD))
  const { data: deliveries = [] } = useQuery(newestDeliveriesQuery({}))
  if (simulation.error) return <ErrorState error={simulation.error} />
  if (simulation.data === undefined) return <Loading />
  const first = new Date(today)
  first.setDate(first.getDate() - DAYS_BACK)
  const days = toDays(simulation.data.runs, deliveries, first, DAYS_BACK + DAYS_AHEAD)
  return (
    <>
      <ol className="calendar" aria-label="Deliveries by day">
        {days.map((day, index) => (
          <DayBox
            key={day.date.toISOString()}
            day={day}
            isFirst={index === 0}
            isToday={day.date.toDateString() === today.toDateString()}
          />
        ))}
      </ol>
      {simulation.data.truncated && (
        <p className="muted">There are more deliveries than the calendar shows.</p>
      )}
    </>
  )
}

type DayProps = { day: Day; isFirst: boolean; isToday: boolean }

/** In a wide window each weekday has a column: the first day says where the first row begins. */
const DayBox = ({ day: { date, entries }, isFirst, isToday }: DayProps) => (
  <li data-today={isToday} data-weekday={isFirst ? date.getDay() : undefined}>
    <h2>
      {isToday
        ? `Today, ${date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}`
        : date.toLocaleDateString(undefined, DAY)}
    </h2>
    {entries.length === 0 && <p className="muted">–</p>}
    <ul>
      {entries.slice(0, MOST).map((entry) => (
        <li key={`${entry.scheduleId} ${entry.agent} ${entry.outcome}`}>
          <EntryLine entry={entry} />
        </li>
      ))}
    </ul>
    {entries.length > MOST && <p className="muted">and {entries.length - MOST} more</p>}
  </li>
)

function EntryLine({ entry: { scheduleId, agent, outcome, first, count } }: { entry: Entry }) {
  const time = first.toLocaleTimeString(undefined, TIME)
  const text = (
    <>
      <time dateTime={first.toISOString()}>{time}</time> {agent}
      {count > 1 && <span className="muted"> × {count}</span>}
      {outcome !== 'expected' && <span className="outcome"> {outcome}</span>}
    </>
  )
  return (
    <span className="calendar-entry" data-outcome={outcome}>
      {scheduleId === null ? text : <Link to={`/schedules/${scheduleId}`}>{text}</Link>}
    </span>
  )
}
