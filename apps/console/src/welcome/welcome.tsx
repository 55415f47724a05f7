import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agentNamesQuery, workspacesQuery } from '../api/access.ts'
import { useMay, useSession } from '../api/session.ts'
import { Icon } from '../ui/icon.tsx'
import { SAMPLE_WORKSPACE } from './sample-workspace.ts'
import { tourStep } from './tour-step.ts'
import { useSampleData } from './use-sample-data.ts'
import './welcome.css'

/** Suggests first steps on a fresh start and in the workspace of the sample data; otherwise empty. */
export function Welcome() {
  const may = useMay()
  const { workspace } = useSession()
  const mayCreate = may('create_agent') && may('create_workspace')
  const { data: agents } = useQuery({ ...agentNamesQuery(workspace), enabled: mayCreate })
  if (!mayCreate || agents === undefined) return null
  if (workspace === SAMPLE_WORKSPACE) return <SampleNotice />
  return agents.length === 0 ? <FirstSteps /> : null
}

function FirstSteps() {
  const { data: workspaces = [] } = useQuery(workspacesQuery)
  const { create, open } = useSampleData()
  const exists = workspaces.some(({ name }) => name === SAMPLE_WORKSPACE)
  return (
    <section className="card welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title">Welcome to Quartermaster</h2>
      <p className="muted">Three steps to the first call of an agent:</p>
      <ol>
        <li>
          <Link to="/agents">Create an agent</Link>
          <span className="muted">an identity with keys and limits of its own</span>
        </li>
        <li>
          <Link to="/connect">Set up its host</Link>
          <span className="muted">Claude, an editor, an SDK, or curl</span>
        </li>
        <li>
          <Link to="/calls">See its first call</Link>
          <span className="muted">with arguments, answer and time</span>
        </li>
      </ol>
      <div className="welcome-sample">
        <p>
          Or look around first, with sample data in a workspace of their own. One click removes
          them.
        </p>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={create.isPending}
          onClick={() => (exists ? void open() : create.mutate())}
        >
          <Icon name="play" />
          {create.isPending ? 'Creating …' : 'Take the tour'}
        </button>
      </div>
    </section>
  )
}

function SampleNotice() {
  const { remove } = useSampleData()
  return (
    <div className="notice sample-notice">
      <p>
        These are sample data, in the workspace <strong>{SAMPLE_WORKSPACE}</strong>. Nothing in your
        other workspaces is touched.
      </p>
      <button type="button" className="button" data-size="small" onClick={() => tourStep.set(0)}>
        Take the tour
      </button>
      <button
        type="button"
        className="button"
        data-size="small"
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        Remove the sample data
      </button>
    </div>
  )
}
