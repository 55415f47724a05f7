import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../api/calls.ts'
import { GATEWAY_URL } from '../../api/gateway-url.ts'
import type { CallWithAnswer } from '../../api/types.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes, formatMilliseconds } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { CallAgain, useMayRepeat } from './call-again.tsx'
import { Outcome } from './call-columns.tsx'
import { toCurl } from './to-curl.ts'

type Props = { id: string; onClose: () => void }

/** The panel of a call: caller, time, input and answer. */
export function CallDetail({ id, onClose }: Props) {
  const { data: call, error } = useQuery(callQuery(id))
  const [isRepeating, setRepeating] = useState(false)
  const mayRepeat = useMayRepeat()
  return (
    <Dialog
      title={call === undefined ? 'Call' : call.tool}
      side="right"
      isOpen
      onClose={onClose}
      footer={
        call !== undefined && (
          <>
            <CopyButton text={toCurl(call, GATEWAY_URL)} label="Copy as curl" showLabel />
            {mayRepeat(call) && !isRepeating && (
              <button
                type="button"
                className="button"
                data-kind="primary"
                onClick={() => setRepeating(true)}
              >
                Call again
              </button>
            )}
          </>
        )
      }
    >
      {error && <ErrorState error={error} />}
      {call === undefined && !error && <Loading />}
      {call !== undefined && (
        <>
          {isRepeating && <CallAgain key={call.id} call={call} />}
          <Facts call={call} />
          {call.error !== null && (
            <div className="notice" data-tone={call.status >= 500 ? 'bad' : 'warn'}>
              <strong>{call.error}</strong>
              {call.suggestion !== null && <p>{call.suggestion}</p>}
            </div>
          )}
          <section>
            <h3>Arguments</h3>
            <JsonView label="Arguments" json={call.arguments} />
          </section>
          {call.answer !== null && (
            <section>
              <h3>Answer</h3>
              <JsonView label="Answer" json={call.answer} />
            </section>
          )}
        </>
      )}
    </Dialog>
  )
}

const Facts = ({ call }: { call: CallWithAnswer }) => (
  <dl className="facts">
    <dt>Outcome</dt>
    <dd>
      <Outcome call={call} /> <span className="muted">HTTP {call.status}</span>
      {call.replayed && <span className="muted"> · the stored answer of an earlier call</span>}
    </dd>
    <dt>Agent</dt>
    <dd>{call.agent ?? 'no valid key'}</dd>
    <dt>When</dt>
    <dd>{new Date(call.called_at).toLocaleString()}</dd>
    <dt>Took</dt>
    <dd>
      {formatMilliseconds(call.milliseconds)}, {formatBytes(call.request_bytes)} in,{' '}
      {formatBytes(call.response_bytes)} out
    </dd>
    <dt>Path</dt>
    <dd className="mono">{call.path}</dd>
    <dt>Request id</dt>
    <dd className="mono">{call.request_id}</dd>
    {call.key_id !== null && (
      <>
        <dt>Key</dt>
        <dd className="mono">{call.key_id}</dd>
      </>
    )}
  </dl>
)
