import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { simulationQuery } from '../../api/schedules.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { type Mark, simulatedUntil, toMarks } from './outage-marks.ts'

const DAYS = 7
const HOUR_MS = 3_600_000
const ROWS = 20
const ROW = 26
const WIDTH = 1000

/** The deliveries of the next days, as usual and with an outage that begins now. */
export function Outage() {
  const id = useId()
  const [hours, setHours] = useState(6)
  const usual = useQuery(simulationQuery(DAYS))
  const after = useQuery(simulationQuery(DAYS, hours))
  const error = usual.error ?? after.error
  if (error) return <ErrorState error={error} />
  if (usual.data === undefined || after.data === undefined) return <Loading />
  const marks = toMarks(usual.data, after.data)
  const until = simulatedUntil(after.data)
  const atLeast = usual.data.truncated || after.data.truncated ? 'at least ' : ''
  const count = (outcome: Mark['outcome']) =>
    marks.filter((mark) => mark.outcome === outcome).length
  return (
    <section className="card">
      <header>
        <h2>If the gateway were down for {formatCount(hours, 'hour')} from now</h2>
        <div className="outage-length">
          <label htmlFor={id}>Length</label>
          <input
            id={id}
            type="range"
            min={1}
            max={72}
            value={hours}
            onChange={(event) => setHours(Number(event.target.value))}
          />
        </div>
      </header>
      {marks.length === 0 ? (
        <EmptyState title="Nothing is scheduled in the next seven days">
          Create a schedule to see what an outage would do to it.
        </EmptyState>
      ) : (
        <div className="body">
          <div role="status">
            <ul className="legend">
              <li data-outcome="on time">
                {atLeast}
                {formatCount(count('on time'), 'prompt')} on time
              </li>
              <li data-outcome="later">{formatNumber(count('later'))} delivered later</li>
              <li data-outcome="skipped">
                {atLeast}
                {formatNumber(count('skipped'))} not delivered
              </li>
              <li data-outcome="outage">the outage</li>
              {until.size > 0 && <li data-outcome="unknown">too many to show</li>}
            </ul>
          </div>
          <Picture marks={marks} hours={hours} until={until} />
        </div>
      )}
    </section>
  )
}

type PictureProps = {
  marks: readonly Mark[]
  hours: number
  until: ReadonlyMap<number, number>
}

function Picture({ marks, hours, until }: PictureProps) {
  const ids = [...new Set(marks.map(({ scheduleId }) => scheduleId))].slice(0, ROWS)
  const start = Date.now()
  const x = (time: Date) => ((time.getTime() - start) / (DAYS * 24 * HOUR_MS)) * WIDTH
  const agentOf = new Map(marks.map(({ scheduleId, agent }) => [scheduleId, agent]))
  return (
    <div className="outage">
      <ul aria-hidden="true">
        {ids.map((id) => (
          <li key={id} style={{ height: ROW }}>
            {id} · {agentOf.get(id)}
          </li>
        ))}
      </ul>
      <svg
        role="img"
        aria-label={`Deliveries of ${ids.length} schedules in the next ${DAYS} days, with an outage of ${hours} hours`}
        viewBox={`0 0 ${WIDTH} ${ids.length * ROW}`}
        preserveAspectRatio="none"
        style={{ height: ids.length * ROW }}
      >
        <rect
          className="outage-band"
          width={(hours / (DAYS * 24)) * WIDTH}
          height={ids.length * ROW}
        />
        {ids.map((id, row) => {
          const end = until.get(id)
          return (
            end !== undefined && (
              <rect
                key={id}
                className="outage-mark"
                data-outcome="unknown"
                x={x(new Date(end))}
                y={row * ROW + 6}
                width={WIDTH}
                height={ROW - 12}
              />
            )
          )
        })}
        {marks.map((mark) => {
          const row = ids.indexOf(mark.scheduleId)
          if (row < 0) return null
          const place = x(mark.outcome === 'skipped' ? mark.scheduledFor : mark.at)
          return (
            <rect
              key={`${mark.scheduleId} ${mark.scheduledFor.getTime()} ${mark.outcome}`}
              className="outage-mark"
              data-outcome={mark.outcome}
              x={place}
              y={row * ROW + 6}
              width={4}
              height={ROW - 12}
            />
          )
        })}
      </svg>
      <ul className="outage-days" aria-hidden="true">
        {Array.from({ length: DAYS }, (_, day) => (
          <li key={day}>
            <DayLabel date={new Date(start + day * 24 * HOUR_MS)} />
          </li>
        ))}
      </ul>
      {new Set(marks.map(({ scheduleId }) => scheduleId)).size > ROWS && (
        <p className="muted">The picture shows the first {ROWS} schedules.</p>
      )}
    </div>
  )
}

/** A phone has room for the day of the month only. */
const DayLabel = ({ date }: { date: Date }) => (
  <>
    {date.getDate()}
    <span className="weekday"> {date.toLocaleString(undefined, { weekday: 'short' })}</span>
  </>
)
