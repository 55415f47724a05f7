import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/session.ts'
import { toolsetsQuery } from '../../api/tools.ts'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'

/** Tool folders with what happened when they were loaded last. */
export function Folders() {
  const may = useMay()
  const { data } = useQuery({ ...toolsetsQuery, enabled: may('list_toolsets') })
  if (data === undefined || data.load_report.length === 0) return null
  return (
    <section className="card">
      <header>
        <h2>Tool folders</h2>
        <span className="muted">loaded again when their files change</span>
      </header>
      <ul className="folders">
        {data.load_report.map(({ folder, status, loaded_at, problems, warnings }) => (
          <li key={folder}>
            <div>
              <span className="mono">{folder}</span>{' '}
              <Badge tone={problems.length > 0 ? 'bad' : 'good'}>{status}</Badge>{' '}
              <span className="muted">
                loaded <Time at={loaded_at} />
              </span>
            </div>
            {[...problems, ...warnings].map(({ file, line, reason }) => (
              <p key={`${file} ${line} ${reason}`} className="remark">
                {file}
                {line !== null && `:${line}`}: {reason}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
