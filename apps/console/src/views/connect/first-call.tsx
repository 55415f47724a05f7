import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { newestCallQuery } from '../../api/calls.ts'
import { formatMilliseconds } from '../../ui/format.ts'
import { Outcome } from '../calls/call-columns.tsx'

/** Waits for a call of the agent, from now on, and shows it. */
export function FirstCall({ agent }: { agent: string | undefined }) {
  if (agent === undefined) return <p className="muted">Create an agent first.</p>
  return <NewCall agent={agent} />
}

function NewCall({ agent }: { agent: string }) {
  const { data: newest } = useQuery(newestCallQuery(agent))
  const [before, setBefore] = useState<string | null>()
  if (before === undefined && newest !== undefined) setBefore(newest?.id ?? null)
  const call = newest && before !== undefined && newest.id !== before ? newest : undefined
  return (
    <div className="first-call" role="status">
      {call === undefined ? (
        <p>
          <span className="waiting" aria-hidden="true" /> Waiting for the first call of {agent} …
        </p>
      ) : (
        <p>
          <Outcome call={call} /> <strong>{agent}</strong> called{' '}
          <Link to="/calls/$id" params={{ id: call.id } as never} className="mono">
            {call.tool}
          </Link>{' '}
          in {formatMilliseconds(call.milliseconds)}
        </p>
      )}
    </div>
  )
}
