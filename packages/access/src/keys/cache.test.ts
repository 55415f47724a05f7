import { expect, test, vi } from 'vitest'
import { createCache } from './cache.ts'

const always = () => true

test('a cached value is not loaded again', async () => {
  const cache = createCache<string>(always)
  const load = vi.fn(async () => 'Sales')
  expect(await cache.get('key', load)).toBe('Sales')
  expect(await cache.get('key', load)).toBe('Sales')
  expect(load).toHaveBeenCalledOnce()
})

test('a value that was not found is loaded again', async () => {
  const cache = createCache<string>(always)
  expect(await cache.get('key', async () => undefined)).toBeUndefined()
  expect(await cache.get('key', async () => 'Sales')).toBe('Sales')
})

test('concurrent calls share one load', async () => {
  const cache = createCache<string>(always)
  const load = vi.fn(async () => 'Sales')
  await Promise.all(Array.from({ length: 50 }, () => cache.get('key', load)))
  expect(load).toHaveBeenCalledOnce()
})

test('a value loaded before a change is neither cached nor returned after it', async () => {
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

test('without trust each call loads, and nothing is cached', async () => {
  let trusted = false
  const cache = createCache<string>(() => trusted)
  const load = vi.fn(async () => 'Sales')
  await Promise.all([cache.get('key', load), cache.get('key', load)])
  expect(load).toHaveBeenCalledTimes(2)
  trusted = true
  await cache.get('key', load)
  expect(load).toHaveBeenCalledTimes(3)
})

test('a failed load is tried again by the next call', async () => {
  const cache = createCache<string>(always)
  await expect(cache.get('key', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.get('key', async () => 'Sales')).toBe('Sales')
})

test('a full cache drops the least recently used value', async () => {
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
