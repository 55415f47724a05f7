import { useEffect, useState } from 'react'
import type { Filters } from './use-filters.ts'

type TextProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Names to choose from while typing. */
  suggestions?: readonly string[]
}

const PAUSE_MS = 250

/** A text filter that waits until its user pauses. */
function TextFilter({ label, value = '', onChange, suggestions = [] }: TextProps) {
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

type Option = { readonly value: string; readonly label: string }

type SelectProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  options: readonly Option[]
  /** The entry for "no filter". */
  all: string
}

const SelectFilter = ({ label, value = '', onChange, options, all }: SelectProps) => (
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

/** A filter with `options` is a list to choose from, any other a text field. */
type Field<Name extends string> = { readonly name: Name; readonly label: string } & (
  | { readonly suggestions?: readonly string[] }
  | { readonly options: readonly Option[]; readonly all: string }
)

type BarProps<Name extends string> = {
  filters: Filters<Name>
  fields: readonly Field<Name>[]
}

/** The filters of a list, and a button that clears those that are set. */
export function FilterBar<Name extends string>({ filters, fields }: BarProps<Name>) {
  const { values, setFilter, clear } = filters
  const used = fields.map(({ name }) => name).filter((name) => values[name] !== undefined)
  return (
    <search className="filters" aria-label="Filters">
      {fields.map(({ name, label, ...field }) => {
        const bound = {
          label,
          value: values[name],
          onChange: (value: string | undefined) => void setFilter(name, value),
        }
        return 'options' in field ? (
          <SelectFilter key={name} {...bound} {...field} />
        ) : (
          <TextFilter key={name} {...bound} {...field} />
        )
      })}
      {used.length > 0 && (
        <button type="button" className="button" data-kind="quiet" onClick={() => void clear(used)}>
          Clear
        </button>
      )}
    </search>
  )
}
