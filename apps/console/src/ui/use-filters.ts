import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

type Values = Readonly<Record<string, string>>

/**
 * Filters of a view, kept in the URL: a link or a reload shows the same list. `names` are the search
 * parameters that count; empty ones are left out.
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const search = useSearch({ strict: false }) as Values
  const navigate = useNavigate()
  const text = JSON.stringify(names.map((name) => search[name] ?? ''))
  const filters = useMemo(() => {
    const values = JSON.parse(text) as string[]
    return Object.fromEntries(
      names.flatMap((name, at) => (values[at] ? [[name, values[at]]] : [])),
    ) as Partial<Record<Name, string>>
  }, [text, names])
  const setFilter = (name: Name, value: string | undefined) =>
    navigate({
      to: '.',
      replace: true,
      search: (old: Values) => {
        const { [name]: _, ...rest } = old
        return value === undefined || value === '' ? rest : { ...rest, [name]: value }
      },
    } as never)
  const clear = () => navigate({ to: '.', replace: true, search: {} } as never)
  return { filters, setFilter, clear, isFiltered: Object.keys(filters).length > 0 }
}
