import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { statsQuery } from '../../api/calls.ts'
import { readyQuery } from '../../api/health.ts'
import { formatCount, formatMilliseconds, formatNumber } from '../../ui/format.ts'
import { useNow } from '../../ui/time.tsx'
import { sinceOf } from '../calls/periods.ts'
import { fillMinutes } from './fill-minutes.ts'

const Chart = lazy(async () => ({ default: (await import('../../ui/chart.tsx')).Chart }))

const MINUTES = 60

const SERIES = [
  { label: 'Calls', colour: '--accent', fill: true },
  { label: 'Errors', colour: '--bad' },
] as const

/** Health, and the calls of the last hour by minute. */
export function LastHour() {
  const since = sinceOf('1h', useNow().getTime()) ?? ''
  const byMinute = useQuery(statsQuery('minute', since))
  const ready = useQuery(readyQuery)
  const data = useMemo(
    () => fillMinutes(byMinute.data?.stats ?? [], new Date(since), MINUTES),
    [byMinute.data, since],
  )
  const [times, calls, errors] = data
  const all = sum(calls)
  const failed = sum(errors)
  const slowest = Math.max(0, ...(byMinute.data?.stats ?? []).map((one) => one.milliseconds_p95))
  return (
    <section className="card" aria-label="The last hour">
      <dl className="figures">
        <Figure
          label="Gateway"
          value={ready.error ? 'not ready' : ready.data ? 'ready' : '…'}
          tone={ready.error ? 'bad' : 'good'}
        />
        <Figure label="Calls in the last hour" value={formatNumber(all)} />
        <Figure label="This minute" value={formatNumber(calls.at(-1) ?? 0)} />
        <Figure
          label="Failed"
          value={`${formatNumber(failed)}${all > 0 ? ` · ${Math.round((failed / all) * 100)} %` : ''}`}
          tone={failed > 0 ? 'bad' : undefined}
        />
        <Figure label="Slowest minute, p95" value={all === 0 ? '–' : formatMilliseconds(slowest)} />
      </dl>
      <div className="chart-box">
        <Suspense fallback={<div style={{ height: 160 }} />}>
          <Chart
            label={`Calls per minute in the last hour: ${all} calls, ${failed} failed`}
            series={SERIES}
            data={data}
            describe={(at) =>
              `${timeOf(times[at] ?? 0)} · ${formatCount(calls[at] ?? 0, 'call')}, ${errors[at] ?? 0} failed`
            }
          />
        </Suspense>
      </div>
    </section>
  )
}

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

const timeOf = (seconds: number) => new Date(seconds * 1000).toLocaleTimeString(undefined, CLOCK)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

type FigureProps = { label: string; value: string; tone?: 'good' | 'bad' }

const Figure = ({ label, value, tone }: FigureProps) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd data-tone={tone}>{value}</dd>
  </div>
)
