import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { findList, isLong, pagesOf, readPagesAgain } from '../api/long-lists.ts'

/**
 * Keeps the part of a long list that is in view up to date: pages that have become outdated are read again while they are
 * in view, and the others when somebody scrolls to them. Returns the function to call with the first and the last row in
 * view.
 */
export function usePagesInView(queryKey: QueryKey): (first: number, last: number) => void {
  const client = useQueryClient()
  const hash = hashKey(queryKey)
  const pages = useMemo(() => new PagesInView(client, queryKey), [client, hash])
  useEffect(() => {
    pages.onOutdated()
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'invalidate') return
      if (event.query.queryHash === hash) pages.onOutdated()
    })
  }, [client, hash, pages])
  return pages.onView
}

class PagesInView {
  readonly #client
  readonly #queryKey
  readonly #outdated = new WeakSet<object>()
  #view: readonly [first: number, last: number] = [0, 0]
  #isReading = false
  #events = 0

  constructor(client: ReturnType<typeof useQueryClient>, queryKey: QueryKey) {
    this.#client = client
    this.#queryKey = queryKey
  }

  readonly onView = (first: number, last: number): void => {
    this.#view = [first, last]
    void this.#read()
  }

  onOutdated(): void {
    const query = findList(this.#client, this.#queryKey)
    if (query === undefined || !isLong(query)) return
    this.#events++
    this.#markAll()
    // A query that is invalidated already would not report the next change, which may come while pages are read.
    query.setState({ isInvalidated: false })
    void this.#read()
  }

  #markAll(): void {
    const query = findList(this.#client, this.#queryKey)
    for (const page of query === undefined ? [] : pagesOf(query)) this.#outdated.add(page)
  }

  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (await this.#readOutdated()) {}
    } catch {
      // The pages stay outdated, and are read after the next change or when somebody scrolls.
    } finally {
      this.#isReading = false
    }
  }

  /** Whether something was read. */
  async #readOutdated(): Promise<boolean> {
    const query = findList(this.#client, this.#queryKey)
    if (query === undefined) return false
    const pages = pagesOf(query)
    const [first, last] = this.#view.map((row) => pageOfRow(pages, row)) as [number, number]
    const inView = pages.slice(first, last + 1)
    if (!inView.some((page) => this.#outdated.has(page))) return false
    const events = this.#events
    const isRead = await readPagesAgain(this.#client, query, first, last)
    // Pages that have not changed are the same objects as before.
    if (isRead) for (const page of inView) this.#outdated.delete(page)
    // Changes made while the pages were read may be missing from them.
    if (events !== this.#events) this.#markAll()
    return true
  }
}

/** The index of the page that has a row, counted over all pages. */
function pageOfRow(pages: readonly object[], row: number): number {
  let before = 0
  const found = pages.findIndex((page) => {
    before += Object.values(page).find(Array.isArray)?.length ?? 0
    return row < before
  })
  return found < 0 ? Math.max(0, pages.length - 1) : found
}
