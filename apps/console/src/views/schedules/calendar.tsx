import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CalendarDay, calendarQuery } from '../../api/schedules.ts'
import { formatNumber } from '../../ui/format.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useNow } from '../../ui/time.tsx'

const DAYS_BACK = 2
const DAYS_AHEAD = 14
const MOST = 6

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** The last two days and the next fourteen, one box per day. */
export function Calendar() {
  const today = useNow()
  const { data: calendar, error, refetch } = useQuery(calendarQuery(DAYS_BACK, DAYS_AHEAD))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (calendar === undefined) return <Loading />
  return (
    <>
      <ol className="calendar" aria-label="Deliveries by day">
        {calendar.days.map((day, index) => {
          const date = new Date(`${day.date}T00:00`)
          return (
            <DayBox
              key={day.date}
              date={date}
              entries={day.entries}
              isFirst={index === 0}
              isToday={date.toDateString() === today.toDateString()}
            />
          )
        })}
      </ol>
      {calendar.truncated && (
        <p className="muted">There are more schedules than the calendar shows.</p>
      )}
    </>
  )
}

type Entry = CalendarDay['entries'][number]
type DayProps = { date: Date; entries: readonly Entry[]; isFirst: boolean; isToday: boolean }

/** In a wide window each weekday has a column: the first day says where the first row begins. */
const DayBox = ({ date, entries, isFirst, isToday }: DayProps) => (
  <li data-today={isToday} data-weekday={isFirst ? date.getDay() : undefined}>
    <h2>
      {isToday
        ? `Today, ${date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}`
        : date.toLocaleDateString(undefined, DAY)}
    </h2>
    {entries.length === 0 && <p className="muted">–</p>}
    <EntryList entries={entries.slice(0, MOST)} />
    {entries.length > MOST && (
      <details>
        <summary>{entries.length - MOST} more</summary>
        <EntryList entries={entries.slice(MOST)} />
      </details>
    )}
  </li>
)

const EntryList = ({ entries }: { entries: readonly Entry[] }) => (
  <ul>
    {entries.map((entry) => (
      <li key={`${entry.schedule_id} ${entry.agent_id} ${entry.outcome}`}>
        <EntryLine entry={entry} />
      </li>
    ))}
  </ul>
)

function EntryLine({ entry }: { entry: Entry }) {
  const { schedule_id, agent_id, outcome, first } = entry
  const time = new Date(first).toLocaleTimeString(undefined, TIME)
  const text = (
    <>
      <time dateTime={first}>{time}</time> {agent_id}
      <span className="muted count"> {describeCount(entry)}</span>
      {outcome !== 'expected' && <span className="outcome"> {outcome}</span>}
    </>
  )
  return (
    <span className="calendar-entry" data-outcome={outcome}>
      {schedule_id === null ? text : <Link to={`/schedules/${schedule_id}`}>{text}</Link>}
    </span>
  )
}

/** "× 3"; "× 3 or more" where a schedule has more times than the gateway simulates. */
function describeCount({ count, has_more }: Entry): string {
  if (has_more) return count === 0 ? '× many' : `× ${formatNumber(count)} or more`
  return count === 1 ? '' : `× ${formatNumber(count)}`
}
