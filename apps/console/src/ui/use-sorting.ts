import { useFilters } from './use-filters.ts'

const NAMES = ['sort_by', 'descending'] as const

/** The order of a list, as the gateway takes it, and what its headers do. */
export type Sorting = {
  readonly order: { readonly sort_by?: string; readonly descending?: string }
  /** Sorts by a column: ascending, then descending, then as before. */
  sortBy(name: string): void
}

/** The order of a list, kept in the URL. */
export function useSorting(): Sorting {
  const { values: order, setFilters } = useFilters(NAMES)
  return {
    order,
    sortBy(name) {
      const isSorted = order.sort_by === name
      const isLast = isSorted && order.descending === 'true'
      void setFilters({
        sort_by: isLast ? undefined : name,
        descending: isSorted && !isLast ? 'true' : undefined,
      })
    },
  }
}
