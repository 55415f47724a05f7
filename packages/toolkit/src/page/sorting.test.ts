import { expect, test } from 'vitest'
import { readSorting, toSortedPage } from './sorting.ts'

const number = { isPosition: (text: string) => /^\d+$/.test(text) }
const orders = { id: [number], size: [number, number] }
const standard = { sortBy: 'id', descending: true }

test('by default a list has its standard order', () => {
  expect(readSorting({}, orders, standard)).toEqual({
    name: 'id',
    keys: [number],
    descending: true,
    after: undefined,
  })
  expect(readSorting({ sortBy: 'size' }, orders, standard)).toMatchObject({ descending: false })
})

test('the cursor of a page leads to the next one, in the same order only', () => {
  const request = { sortBy: 'size', limit: 1 }
  const rows = [
    { id: 'a', position: ['5', '1'] },
    { id: 'b', position: ['6', '2'] },
  ]
  const { rows: page, nextCursor } = toSortedPage(
    rows,
    request,
    readSorting(request, orders, standard),
  )
  expect(page).toEqual([{ id: 'a' }])
  const cursor = nextCursor ?? ''
  expect(readSorting({ ...request, cursor }, orders, standard).after).toEqual(['5', '1'])
  const others = [{ cursor }, { ...request, cursor, descending: true }]
  for (const other of others) {
    expect(() => readSorting(other, orders, standard)).toThrow("'cursor' is not a cursor")
  }
})

test('a direction needs something to sort by', () => {
  expect(() => readSorting({ descending: true }, orders, standard)).toThrow(
    expect.objectContaining({ suggestion: 'Choose what to sort by: id, size.' }),
  )
})
