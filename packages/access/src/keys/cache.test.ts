import { expect, test, vi } from 'vitest'
import { createCache } from './cache.ts'

const always = () => true

test('what was found is not looked up again', async () => {
  const cache = createCache<string>(always)
  const load = vi.fn(async () => 'Sales')
  expect(await cache.get('key', load)).toBe('Sales')
  expect(await cache.get('key', load)).toBe('Sales')
  expect(load).toHaveBeenCalledOnce()
})

test('what was not found is looked up again', async () => {
  const cache = createCache<string>(always)
  expect(await cache.get('key', async () => undefined)).toBeUndefined()
  expect(await cache.get('key', async () => 'Sales')).toBe('Sales')
})

test('many who ask at once share one look-up', async () => {
  const cache = createCache<string>(always)
  const load = vi.fn(async () => 'Sales')
  await Promise.all(Array.from({ length: 50 }, () => cache.get('key', load)))
  expect(load).toHaveBeenCalledOnce()
})

test('an answer from before a change is neither kept nor given to those who ask after it', async () => {
  const cache = createCache<string>(always)
  const slow = Promise.withResolvers<string>()
  const before = cache.get('key', () => slow.promise)
  cache.forget()
  const after = cache.get('key', async () => 'new')
  slow.resolve('old')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await cache.get('key', async () => 'newer')).toBe('new')
})

test('without trust every question is asked, one by one, and nothing is kept', async () => {
  let trusted = false
  const cache = createCache<string>(() => trusted)
  const load = vi.fn(async () => 'Sales')
  await Promise.all([cache.get('key', load), cache.get('key', load)])
  expect(load).toHaveBeenCalledTimes(2)
  trusted = true
  await cache.get('key', load)
  expect(load).toHaveBeenCalledTimes(3)
})

test('a look-up that fails is tried again by the next', async () => {
  const cache = createCache<string>(always)
  await expect(cache.get('key', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.get('key', async () => 'Sales')).toBe('Sales')
})

test('when it is full, the one longest unused goes', async () => {
  const cache = createCache<string>(always, 2)
  const kept = async (key: string) => {
    const load = vi.fn(async () => key)
    await cache.get(key, load)
    return load.mock.calls.length === 0
  }
  await kept('a')
  await kept('b')
  await kept('a')
  await kept('c')
  expect(await kept('a')).toBe(true)
  expect(await kept('b')).toBe(false)
})
