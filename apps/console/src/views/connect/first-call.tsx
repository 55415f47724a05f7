import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { EventMessage } from '../../api/parse-events.ts'
import type { Call } from '../../api/types.ts'
import { useEvents } from '../../app/live.ts'
import { formatMilliseconds } from '../../ui/format.ts'
import { Outcome } from '../calls/call-columns.tsx'

/** Waits for a call of the agent and shows it. */
export function FirstCall({ agent }: { agent: string | undefined }) {
  const [call, setCall] = useState<Call>()
  const onEvent = useCallback(
    ({ kind, data }: EventMessage) => {
      const arrived = data as Call
      if (kind === 'call' && arrived.agent === agent) setCall(arrived)
    },
    [agent],
  )
  useEvents(onEvent)
  if (agent === undefined) return <p className="muted">Create an agent first.</p>
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
