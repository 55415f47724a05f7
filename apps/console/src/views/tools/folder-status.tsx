import type { FolderReport } from '../../api/tools.ts'
import { Badge } from '../../ui/badge.tsx'

type Props = { report: FolderReport }

const LABELS: Readonly<Record<FolderReport['status'], string>> = {
  loading: 'loading',
  loaded: 'loaded',
  serving_last_good: 'broken, the last good version is served',
  broken: 'broken',
}

export const FolderStatus = ({ report: { status, problems } }: Props) => (
  <Badge tone={problems.length > 0 ? 'bad' : 'good'}>{LABELS[status]}</Badge>
)

/** What keeps a folder from being loaded, and remarks for its author. */
export const Problems = ({ report: { problems, warnings } }: Props) =>
  [...problems, ...warnings].map(({ file, line, reason }) => (
    <p key={`${file} ${line} ${reason}`} className="remark">
      {file}
      {line !== null && `:${line}`}: {reason}
    </p>
  ))
