import { eventually } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import type { Outbound } from '../src/index.ts'
import { failure, noNetwork, openModule } from './folders.ts'

const MiB = 1024 * 1024

async function* empty(): AsyncGenerator<Uint8Array> {}

/** A client whose responses have `size` bytes, except for `/empty`, and the most that were open at the same time. */
function largeResponses(size: number) {
  let open = 0
  let mostOpen = 0
  let served = 0
  async function* body() {
    open++
    mostOpen = Math.max(mostOpen, open)
    try {
      for (let sent = 0; sent < size; sent += 64 * 1024) {
        served += 64 * 1024
        yield new Uint8Array(64 * 1024)
      }
    } finally {
      open--
    }
  }
  const outbound: Outbound = {
    ...noNetwork,
    open: async (url) => ({
      status: 200,
      headers: {},
      body: url.endsWith('/empty') ? empty() : body(),
    }),
  }
  return { outbound, mostOpen: () => mostOpen, served: () => served, open: () => open }
}

const FETCH_ALL = `
  async sizes({ count }: any) {
    const all = await Promise.all(Array.from({ length: count }, async () => (await (await fetch('https://a.example/')).arrayBuffer()).byteLength))
    return all.reduce((sum, size) => sum + size, 0)
  }
  async first() {
    const response = await fetch('https://a.example/')
    for await (const chunk of response.body) return chunk.length
  }
  async later({ count }: any) {
    const responses = await Promise.all(Array.from({ length: count }, () => fetch('https://a.example/')))
    let sum = 0
    for (const response of responses) sum += (await response.arrayBuffer()).byteLength
    return sum
  }
  async slow() {
    const response = await fetch('https://a.example/')
    for (let call = 0; call < 90; call++) await (await fetch('https://a.example/empty')).text()
    for await (const chunk of response.body) return chunk.length
  }
  async aborted() {
    const controller = new AbortController()
    const response = await fetch('https://a.example/', { signal: controller.signal })
    controller.abort(new Error('enough'))
    return response.text()
  }
  async image() { return Buffer.from(await (await fetch('https://a.example/')).arrayBuffer()).toString('hex') }`
const FUNCTIONS = ['sizes', 'first', 'later', 'slow', 'aborted', 'image']

test('A13 responses are streamed to the module, a few at a time', async () => {
  const { outbound, mostOpen } = largeResponses(256 * 1024)
  const { call } = await openModule(FUNCTIONS, FETCH_ALL, { outbound })
  expect(await call('sizes', { count: 40 })).toBe(40 * 256 * 1024)
  expect(mostOpen()).toBeLessThanOrEqual(8)
})

test('A13 responses can be read after all requests have been made', async () => {
  const { outbound } = largeResponses(256 * 1024)
  const { call } = await openModule(FUNCTIONS, FETCH_ALL, { outbound })
  expect(await call('later', { count: 40 })).toBe(40 * 256 * 1024)
})

test('A13 a response that the module reads slowly stays with its sender', async () => {
  const { outbound, served } = largeResponses(1000 * MiB)
  const { call } = await openModule(FUNCTIONS, FETCH_ALL, {
    outbound,
    limits: { fetchBytes: 2000 * MiB },
  })
  expect(await call('slow')).toBeGreaterThan(0)
  expect(served()).toBeLessThan(10 * MiB)
})

test('A13 the bytes that one call fetches are limited', async () => {
  const { outbound, open, served } = largeResponses(100 * MiB)
  const { call } = await openModule(FUNCTIONS, FETCH_ALL, { outbound, limits: { fetchBytes: MiB } })
  const error = await failure(call('sizes', { count: 4 }))
  expect(error.message).toContain('A call may fetch at most 1048576 bytes in total')
  expect(served()).toBeLessThan(4 * MiB)
  // The cancellation reaches the sender a little after the module's error.
  await eventually(() => expect(open()).toBe(0))
})

test('A13 a response that the module stops reading is closed', async () => {
  const { outbound, open, served } = largeResponses(1000 * MiB)
  const { call } = await openModule(FUNCTIONS, FETCH_ALL, {
    outbound,
    limits: { fetchBytes: 2000 * MiB },
  })
  expect(await call('first')).toBeGreaterThan(0)
  expect((await failure(call('aborted'))).message).toContain('enough')
  // The cancellation reaches the sender a little after the module's error.
  await eventually(() => expect(open()).toBe(0))
  expect(served()).toBeLessThan(20 * MiB)
})

test('binary responses arrive unchanged', async () => {
  const body = (async function* () {
    yield Uint8Array.from([0x89, 0x50, 0xff, 0x00])
  })()
  const outbound: Outbound = {
    ...noNetwork,
    open: async () => ({ status: 200, headers: {}, body }),
  }
  const { call } = await openModule(FUNCTIONS, FETCH_ALL, { outbound })
  expect(await call('image')).toBe('8950ff00')
})
