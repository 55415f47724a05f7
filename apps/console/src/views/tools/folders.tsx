import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/session.ts'
import { toolsetsQuery } from '../../api/tools.ts'
import { Time } from '../../ui/time.tsx'
import { FolderDetail } from './folder-detail.tsx'
import { FolderStatus, Problems } from './folder-status.tsx'

type Props = {
  /** The folder whose panel is open. */
  opened: string | undefined
  onOpen: (folder: string | undefined) => void
}

/** Tool folders with what happened when they were loaded last; one opens with its log. */
export function Folders({ opened, onOpen }: Props) {
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
        {data.load_report.map((report) => (
          <li key={report.folder}>
            <div>
              <button
                type="button"
                className="button mono"
                data-kind="quiet"
                data-size="small"
                onClick={() => onOpen(report.folder)}
              >
                {report.folder}
              </button>{' '}
              <FolderStatus report={report} />{' '}
              <span className="muted">
                loaded <Time at={report.loaded_at} />
              </span>
            </div>
            <Problems report={report} />
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <FolderDetail
          folder={opened}
          report={data.load_report.find(({ folder }) => folder === opened)}
          onClose={() => onOpen(undefined)}
        />
      )}
    </section>
  )
}
