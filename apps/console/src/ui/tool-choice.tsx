import { formatCount } from './format.ts'

type Props = {
  names: readonly string[]
  /** Tools that the agent may not call can be among them, from a link. */
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** All tools of an agent, or some of them. */
export function ToolChoice({ names, chosen, onChange }: Props) {
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    onChange(next)
  }
  return (
    <details>
      <summary>
        {chosen.size === 0
          ? 'All tools of the agent'
          : `Only ${formatCount(chosen.size, 'chosen tool')}`}
      </summary>
      <ul className="tool-choice">
        {[...new Set([...names, ...chosen])].map((name) => (
          <li key={name}>
            <label>
              <input type="checkbox" checked={chosen.has(name)} onChange={() => toggle(name)} />{' '}
              <span className="mono">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
