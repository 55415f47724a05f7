import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { findList, isLong, readAgain, readPagesAgain } from './long-lists.ts'

const SIZE = 2

type Page = { readonly rows: readonly number[]; readonly next_cursor: string | null }

/** A list of numbers, of which `pages` pages were read. */
async function listOf(numbers: readonly number[], pages: number) {
  const server = { numbers, requests: 0, answer: Promise.resolve() }
  const client = new QueryClient()
  const queryKey = ['numbers']
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: async ({ pageParam }): Promise<Page> => {
      server.requests++
      const rows = server.numbers.filter((number) => number > Number(pageParam)).slice(0, SIZE)
      await server.answer
      return { rows, next_cursor: rows.length < SIZE ? null : String(rows.at(-1)) }
    },
    initialPageParam: '0',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  for (let page = 0; page < pages; page++) await observer.fetchNextPage()
  server.requests = 0
  const read = async (first: number, last: number) => {
    const query = findList(client, queryKey)
    if (query !== undefined) await readPagesAgain(client, query, first, last)
    return client.getQueryData<InfiniteData<Page>>(queryKey)?.pages.flatMap(({ rows }) => rows)
  }
  return { server, client, observer, read }
}

const EVEN = Array.from({ length: 40 }, (_, at) => 2 * (at + 1))
const READ = EVEN.slice(0, 24)

test('the other pages stay while the pages in view have the same rows', async () => {
  const { server, read } = await listOf(EVEN, 12)
  expect(await read(3, 4)).toEqual(READ)
  expect(server.requests).toBe(2)
})

test('a row that was added or removed leaves no gap and no row twice', async () => {
  const { server, read } = await listOf(EVEN, 12)
  server.numbers = [...EVEN, 13].toSorted((one, other) => one - other)
  expect(await read(3, 3)).toEqual([...READ.slice(0, 6), 13, 14])
  server.numbers = EVEN
  expect(await read(2, 3)).toEqual(READ.slice(0, 8))
})

test('the end of a list can come nearer', async () => {
  const { server, read } = await listOf(EVEN, 12)
  server.numbers = EVEN.slice(0, 7)
  expect(await read(2, 5)).toEqual(EVEN.slice(0, 7))
})

test('pages that were read while the next page is on its way keep their changes', async () => {
  const { server, observer, read } = await listOf(EVEN, 12)
  const answer = Promise.withResolvers<void>()
  server.answer = answer.promise
  const next = observer.fetchNextPage()
  server.numbers = EVEN.filter((number) => number !== 14)
  server.answer = Promise.resolve()
  const reading = read(3, 3)
  answer.resolve()
  await next
  expect(await reading).toEqual(READ.slice(0, 6).concat(16, 18))
})

test('a long list is not read as a whole', async () => {
  const { server, client } = await listOf(EVEN, 12)
  await readAgain(client, 'numbers')
  expect(server.requests).toBe(0)
  const query = findList(client, ['numbers'])
  expect(query && isLong(query)).toBe(true)
  expect(query?.state.isInvalidated).toBe(true)
})
