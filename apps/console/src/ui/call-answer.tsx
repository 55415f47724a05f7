import type { Answer } from '../api/tools.ts'
import { formatBytes, formatMilliseconds } from './format.ts'
import { JsonView } from './json-view.tsx'

/** The answer of a call with its time and size. */
export const CallAnswer = ({ ok, text, milliseconds }: Answer) => (
  <div>
    <p className={ok ? 'muted' : 'problem'} role="status">
      {ok ? 'Answered' : 'Failed'} after {formatMilliseconds(milliseconds)},{' '}
      {formatBytes(new TextEncoder().encode(text).length)}
    </p>
    <JsonView label="New answer" json={text} />
  </div>
)
