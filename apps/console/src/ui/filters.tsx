import { useEffect, useState } from 'react'

type TextProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Names to choose from while typing. */
  suggestions?: readonly string[]
}

const PAUSE_MS = 250

/** A text filter that waits until its user pauses. */
export function TextFilter({ label, value = '', onChange, suggestions = [] }: TextProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text === '' ? undefined : text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  const listId = `filter-${label.replace(/\W+/g, '-').toLowerCase()}`
  return (
    <>
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        list={suggestions.length === 0 ? undefined : listId}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  )
}

type SelectProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  options: readonly { readonly value: string; readonly label: string }[]
  /** The entry for "no filter". */
  all: string
}

export const SelectFilter = ({ label, value = '', onChange, options, all }: SelectProps) => (
  <select
    className="input"
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value || undefined)}
  >
    <option value="">{all}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)
