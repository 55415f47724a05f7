import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useMayCall, useSession } from '../../api/session.ts'
import { callTool } from '../../api/tools.ts'
import type { Call, CallWithAnswer } from '../../api/types.ts'
import { CallAnswer } from '../../ui/call-answer.tsx'
import { formatJson } from '../../ui/format-json.ts'
import { JsonField } from '../../ui/json-field/json-field.tsx'

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
  const actAs = is_root && call.agent !== 'root' ? (call.agent ?? undefined) : undefined
  const repeat = useMutation({
    mutationFn: () => callTool(call.path, text, actAs),
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
        <JsonField
          id={id}
          label="Arguments (JSON)"
          rows={Math.min(14, text.split('\n').length + 1)}
          value={text}
          isInvalid={problem !== undefined}
          describedBy={`${id}-problem`}
          onChange={setText}
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
        {repeat.data !== undefined && <CallAnswer {...repeat.data} />}
      </form>
    </section>
  )
}

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
