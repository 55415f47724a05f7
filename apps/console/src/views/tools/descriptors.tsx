import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { descriptorQuery, FORMATS, type Verdict, verdictsQuery } from '../../api/tools.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { ErrorState } from '../../ui/states.tsx'

const TONES: Readonly<Record<Verdict['outcome'], Tone>> = {
  accepted: 'good',
  changed: 'warn',
  refused: 'bad',
}

/** A tool in the format of each vendor, with what the vendor makes of it. */
export function Descriptors({ name }: { name: string }) {
  const [format, setFormat] = useState<string>('openai')
  const { data, error } = useQuery(descriptorQuery(name, format))
  const { data: verdicts = [] } = useQuery(verdictsQuery(name))
  return (
    <section>
      <div className="descriptor-head">
        <h3>Descriptor</h3>
        <select
          className="input"
          style={{ width: 'auto' }}
          aria-label="Format"
          value={format}
          onChange={({ target }) => setFormat(target.value)}
        >
          {FORMATS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      <ul className="verdicts" aria-label="Verdicts">
        {verdicts.map((verdict) => (
          <li key={verdict.vendor}>
            <VerdictLine verdict={verdict} />
          </li>
        ))}
      </ul>
      {error && <ErrorState error={error} />}
      {data !== undefined && <JsonView label="Descriptor" json={data} />}
    </section>
  )
}

const VerdictLine = ({ verdict }: { verdict: Verdict }) => {
  const { vendor, outcome, changes, reason, tokens, is_estimate } = verdict
  return (
    <>
      <span className="mono">{vendor}</span> <Badge tone={TONES[outcome]}>{outcome}</Badge>{' '}
      <span className="muted">
        {is_estimate && 'about '}
        {formatNumber(tokens)} tokens
      </span>
      {reason !== undefined && <p className="remark">{reason}</p>}
      {changes.map(({ keyword, parameters, reason: why }) => (
        <p key={keyword} className="muted">
          {keyword}
          {parameters.length > 0 && ` (${parameters.join(', ')})`}: {why}
        </p>
      ))}
    </>
  )
}
