import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

type Search = Readonly<Record<string, string>>

export type Filters<Name extends string> = {
  readonly values: Readonly<Partial<Record<Name, string>>>
  readonly isFiltered: boolean
  setFilter(name: Name, value: string | undefined): Promise<void>
  setFilters(values: Readonly<Partial<Record<Name, string | undefined>>>): Promise<void>
  /** Removes these filters, by default all of the view. */
  clear(names?: readonly Name[]): Promise<void>
}

/**
 * Filters of a view, kept in the URL: a link or a reload shows the same list. `names` are the search
 * parameters that count; empty ones are left out.
 */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const text = JSON.stringify(names.map((name) => search[name] ?? ''))
  const values = useMemo(() => {
    const texts = JSON.parse(text) as string[]
    return Object.fromEntries(
      names.flatMap((name, at) => (texts[at] ? [[name, texts[at]]] : [])),
    ) as Partial<Record<Name, string>>
  }, [text, names])
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    navigate({
      to: '.',
      replace: true,
      search: (old: Search) =>
        Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value)),
    } as never)
  return {
    values,
    isFiltered: Object.keys(values).length > 0,
    setFilter: (name, value) => change({ [name]: value }),
    setFilters: (changes) => change(changes),
    clear: (cleared = names) =>
      change(Object.fromEntries(cleared.map((name) => [name, undefined]))),
  }
}
