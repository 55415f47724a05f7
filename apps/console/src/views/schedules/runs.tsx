import { Time } from '../../ui/time.tsx'

const DAY_AND_TIME: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}

/** Times in the zone of the reader, each with how far away it is. */
export const Runs = ({ label, runs }: { label: string; runs: readonly string[] }) => (
  <ol className="runs" aria-label={label}>
    {runs.map((at) => (
      <li key={at}>
        <span>{new Date(at).toLocaleString(undefined, DAY_AND_TIME)}</span>
        <span className="muted">
          <Time at={at} />
        </span>
      </li>
    ))}
  </ol>
)
