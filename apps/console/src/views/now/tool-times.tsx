import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statsQuery } from '../../api/calls.ts'
import { formatMilliseconds, formatNumber } from '../../ui/format.ts'
import { EmptyState, ErrorState, Loading, NextStep } from '../../ui/states.tsx'

const SHOWN = 12

/** The busiest tools of the last 24 hours with their durations. */
export function ToolTimes() {
  const { data, error, refetch } = useQuery(statsQuery('tool'))
  return (
    <section className="card">
      <header>
        <h2>Busiest tools</h2>
        <span className="muted">last 24 hours</span>
      </header>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Loading />}
      {data?.stats.length === 0 && (
        <EmptyState
          title="No calls in the last 24 hours"
          action={<NextStep to="/connect">Set up a host</NextStep>}
        >
          Tools appear here when agents call them.
        </EmptyState>
      )}
      {data !== undefined && data.stats.length > 0 && (
        <div className="tool-times-box">
          <table className="tool-times">
            <thead>
              <tr>
                <th scope="col">Tool</th>
                <th scope="col">Calls</th>
                <th scope="col">Failed</th>
                <th scope="col">p50</th>
                <th scope="col">p95</th>
              </tr>
            </thead>
            <tbody>
              {data.stats.slice(0, SHOWN).map((tool) => (
                <tr key={tool.group}>
                  <td>
                    <Link className="mono" to="/calls" search={{ tool: tool.group }}>
                      {tool.group}
                    </Link>
                  </td>
                  <td>{formatNumber(tool.calls)}</td>
                  <td>{tool.errors === 0 ? '' : formatNumber(tool.errors)}</td>
                  <td>{formatMilliseconds(tool.milliseconds_p50)}</td>
                  <td>{formatMilliseconds(tool.milliseconds_p95)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
