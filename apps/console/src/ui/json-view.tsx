import { useMemo } from 'react'
import { CopyButton } from './copy-button.tsx'
import { formatJson } from './format-json.ts'

type Props = {
  /** The name of the value, for the copy button and for screen readers. */
  label: string
  /** JSON text, shown with all its digits; a value is turned into text first. */
  json: unknown
}

// Longer answers are shown without colours: thousands of elements would make the page slow.
const MAX_COLOURED = 60_000

export function JsonView({ label, json }: Props) {
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  const parts = useMemo(() => formatJson(text.slice(0, MAX_COLOURED)), [text])
  return (
    <div className="json-view">
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      <pre className="json" tabIndex={0} role="region" aria-label={label}>
        {parts.map(({ kind, text: part }, at) =>
          kind === 'plain' ? (
            part
          ) : (
            <span key={at} className={kind}>
              {part}
            </span>
          ),
        )}
        {text.slice(MAX_COLOURED)}
      </pre>
    </div>
  )
}
