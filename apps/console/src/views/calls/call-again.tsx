import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, send } from '../../api/request.ts'
import { useMayCall, useSession } from '../../api/session.ts'
import type { Call, CallWithAnswer } from '../../api/types.ts'
import { formatBytes, formatMilliseconds } from '../../ui/format.ts'
import { formatJson } from '../../ui/format-json.ts'
import { JsonView } from '../../ui/json-view.tsx'

/** The root key repeats calls as their agent; an agent repeats its own. */
export function useMayRepeat(): (call: Call) => boolean {
  const { is_root, agent } = useSession()
  const mayCall = useMayCall()
  return (call) => {
    const isOwn = call.agent !== null && (is_root || call.agent === agent)
    // Tools of tables and documents are not in the list of the session's tools.
    const isPlain = call.path.startsWith('/v1/tools/')
    return isOwn && call.path.includes('/tools/') && (!isPlain || mayCall(call.tool))
  }
}

type Result = { ok: boolean; text: string; milliseconds: number }

/** The arguments in a field, to be sent again as they are or changed. */
export function CallAgain({ call }: { call: CallWithAnswer }) {
  const id = useId()
  const { is_root } = useSession()
  const [text, setText] = useState(() =>
    formatJson(call.arguments)
      .map((part) => part.text)
      .join(''),
  )
  const problem = problemOf(text)
  const repeat = useMutation({
    mutationFn: () => callTool(call, text, is_root),
  })
  return (
    <section className="card">
      <header>
        <h2>Call again{is_root && call.agent !== 'root' && ` as ${call.agent}`}</h2>
      </header>
      <form
        className="body field"
        onSubmit={(event) => {
          event.preventDefault()
          repeat.mutate()
        }}
      >
        <label htmlFor={id}>Arguments (JSON)</label>
        <textarea
          id={id}
          className="input mono"
          rows={Math.min(14, text.split('\n').length + 1)}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-describedby={`${id}-problem`}
        />
        <p className="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
        <div>
          <button
            type="submit"
            className="button"
            data-kind="primary"
            disabled={problem !== undefined || repeat.isPending}
          >
            {repeat.isPending ? 'Calling …' : 'Send the call'}
          </button>
        </div>
        {repeat.data !== undefined && <Answer {...repeat.data} />}
      </form>
    </section>
  )
}

const Answer = ({ ok, text, milliseconds }: Result) => (
  <div>
    <p className={ok ? 'muted' : 'problem'} role="status">
      {ok ? 'Answered' : 'Failed'} after {formatMilliseconds(milliseconds)},{' '}
      {formatBytes(new TextEncoder().encode(text).length)}
    </p>
    <JsonView label="New answer" json={text} />
  </div>
)

/** The log has no secrets and only the beginning of long texts: those must be filled in again. */
function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return 'This is not valid JSON.'
  }
  return /\[redacted\]|… \(\d+ characters\)|^\s*\{\s*"shortened"/.test(text)
    ? 'The call log leaves out secrets and long texts. Fill them in to call again.'
    : undefined
}

async function callTool(call: Call, body: string, isRoot: boolean): Promise<Result> {
  const begun = performance.now()
  const headers: Record<string, string> =
    isRoot && call.agent !== null && call.agent !== 'root' ? { 'x-agent': call.agent } : {}
  try {
    const response = await send('POST', call.path, { body, headers })
    return { ok: true, text: await response.text(), milliseconds: performance.now() - begun }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const { message, code, suggestion } = error
    const text = JSON.stringify({ error: message, code, suggestion })
    return { ok: false, text, milliseconds: performance.now() - begun }
  }
}
