import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllowList } from './address.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { Lookup } from './guarded-lookup.ts'
import { openOutbound } from './outbound.ts'

async function serve(listener: RequestListener) {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

function client(allow: string, lookup?: Lookup) {
  const outbound = openOutbound({ allow: parseAllowList(allow), lookup })
  onTestFinished(() => outbound.close())
  return outbound
}

const timeoutMs = 20_000

test('an allowed address is called and returns status, headers and text', async () => {
  const port = await serve((request, response) => {
    response.setHeader('x-method', request.method ?? '')
    request.on('data', (chunk) => response.write(chunk)).on('end', () => response.end('!'))
  })
  const answer = await client('127.0.0.1').request(`http://127.0.0.1:${port}/a?b=c`, {
    method: 'POST',
    body: 'hällo',
    timeoutMs,
  })
  expect(answer).toMatchObject({ status: 200, text: 'hällo!', truncated: false })
  expect(answer.headers['x-method']).toBe('POST')
})

test('a binary body is returned unchanged', async () => {
  const sent = Buffer.from([0x89, 0x50, 0xff, 0x00, 0xfe])
  const port = await serve((_request, response) => response.end(sent))
  const { bytes } = await client('127.0.0.1').request(`http://127.0.0.1:${port}/`, { timeoutMs })
  expect(Buffer.from(bytes)).toEqual(sent)
})

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost'])(
  'http://%s is refused without a connection, and the error names the setting',
  async (host) => {
    let requests = 0
    const port = await serve((_request, response) => {
      requests++
      response.end()
    })
    const call = client('').request(`http://${host}:${port}/`, { timeoutMs })
    await expect(call).rejects.toMatchObject({
      failure: 'private_address',
      written: false,
      message: expect.stringContaining('QM_OUTBOUND_ALLOW'),
    })
    expect(requests).toBe(0)
  },
)

test('a name that resolves differently each time is judged by the address connected to', async () => {
  let requests = 0
  const port = await serve((_request, response) => {
    requests++
    response.end()
  })
  const answers = [[{ address: '93.184.215.14', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
  let asked = 0
  const rebinding: Lookup = (_host, done) => done(null, answers[Math.min(asked++, 1)] ?? [])
  // The first lookup returns a public address; the lookup of the connection does not.
  rebinding('rebind.example', () => {})
  const call = client('', rebinding).request(`http://rebind.example:${port}/`, { timeoutMs })
  await expect(call).rejects.toMatchObject({ failure: 'private_address' })
  expect(requests).toBe(0)
})

test('one private address among public ones is refused', async () => {
  const mixed: Lookup = (_host, done) =>
    done(null, [
      { address: '93.184.215.14', family: 4 },
      { address: '::1', family: 6 },
    ])
  const call = client('', mixed).request('http://mixed.example/', { timeoutMs })
  await expect(call).rejects.toMatchObject({ failure: 'private_address' })
})

test('an allowed host name may resolve to a private address', async () => {
  const port = await serve((_request, response) => response.end('here'))
  const local: Lookup = (_host, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
  const outbound = client('*.internal', local)
  const answer = await outbound.request(`http://api.internal:${port}/`, { timeoutMs })
  expect(answer.text).toBe('here')
  const other = outbound.request(`http://api.example:${port}/`, { timeoutMs })
  await expect(other).rejects.toMatchObject({ failure: 'private_address' })
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'nonsense',
  'http://user:pw@example.com/',
  '',
])('%j is not a valid address', async (url) => {
  const outbound = client('')
  await expect((async () => outbound.request(url, { timeoutMs }))()).rejects.toMatchObject({
    failure: 'bad_url',
  })
})

test('a redirect is returned, not followed', async () => {
  const paths: string[] = []
  const port = await serve((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const answer = await client('127.0.0.1').request(`http://127.0.0.1:${port}/`, { timeoutMs })
  expect(answer).toMatchObject({ status: 302, headers: { location: '/elsewhere' } })
  expect(paths).toEqual(['/'])
})

test('an endless response is truncated at the limit and its connection closed', async () => {
  const closed = Promise.withResolvers<void>()
  const port = await serve((_request, response) => {
    response.on('close', () => closed.resolve())
    const pour = () => {
      while (response.write('x'.repeat(10_000))) {}
      response.once('drain', pour)
    }
    pour()
  })
  const answer = await client('127.0.0.1').request(`http://127.0.0.1:${port}/`, {
    timeoutMs,
    maxBytes: 25_000,
  })
  expect(answer.truncated).toBe(true)
  expect(answer.text).toHaveLength(25_000)
  await closed.promise
})

test('a server that does not respond fails at the deadline', async () => {
  const port = await serve(() => {})
  const call = client('127.0.0.1').request(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })
  await expect(call).rejects.toMatchObject({ failure: 'timed_out', written: true })
})

test('the deadline applies to a response that trickles in', async () => {
  const port = await serve((_request, response) => {
    const timer = setInterval(() => response.write('.'), 10)
    response.on('close', () => clearInterval(timer))
  })
  const call = client('127.0.0.1').request(`http://127.0.0.1:${port}/`, { timeoutMs: 200 })
  await expect(call).rejects.toMatchObject({ failure: 'timed_out', written: true })
})

test('a refused connection differs from a broken one', async () => {
  const port = await serve((request) => request.socket.destroy())
  const outbound = client('127.0.0.1')
  const broken = outbound.request(`http://127.0.0.1:${port}/`, { timeoutMs })
  await expect(broken).rejects.toMatchObject({ failure: 'unreachable', written: true })
  const refused = outbound.request('http://127.0.0.1:1/', { timeoutMs })
  await expect(refused).rejects.toMatchObject({ failure: 'unreachable', written: false })
})

test('beforeWrite can stop a request', async () => {
  let requests = 0
  const port = await serve((_request, response) => {
    requests++
    response.end()
  })
  const call = client('127.0.0.1').request(`http://127.0.0.1:${port}/`, {
    timeoutMs,
    beforeWrite: () => {
      throw new Error('too late')
    },
  })
  await expect(call).rejects.toMatchObject({ failure: 'stopped', written: false })
  expect(requests).toBe(0)
})

test('a signal stops a running request', async () => {
  const arrived = Promise.withResolvers<void>()
  const port = await serve(() => arrived.resolve())
  const controller = new AbortController()
  const { signal } = controller
  const call = client('127.0.0.1').request(`http://127.0.0.1:${port}/`, { timeoutMs, signal })
  arrived.promise.then(() => controller.abort())
  await expect(call).rejects.toMatchObject({ failure: 'stopped', written: true })
})

test('guardedFetch uses the same client', async () => {
  const port = await serve((request, response) =>
    response.writeHead(request.headers.authorization === 'Bearer x' ? 200 : 401).end('{"a":1}'),
  )
  const fetch = guardedFetch(client('127.0.0.1'), { timeoutMs })
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    headers: { authorization: 'Bearer x' },
  })
  expect([response.status, await response.json()]).toEqual([200, { a: 1 }])
  const outside = guardedFetch(client(''), { timeoutMs })
  await expect(outside(`http://127.0.0.1:${port}/`)).rejects.toThrow('private')
})

test('A13 an opened response is received only as fast as it is read', async () => {
  let written = 0
  const port = await serve((_request, response) => {
    const pour = () => {
      while (written < 200_000_000 && response.write('x'.repeat(100_000))) written += 100_000
      response.once('drain', pour)
    }
    pour()
  })
  const { status, body } = await client('127.0.0.1').open(`http://127.0.0.1:${port}/`, {
    timeoutMs,
  })
  expect(status).toBe(200)
  let read = 0
  for await (const chunk of body) {
    read += chunk.byteLength
    if (read > 1_000_000) break
  }
  // The rest is in the buffers of the sockets, which hold far less than the whole response.
  expect(written).toBeLessThan(50_000_000)
})

test('an opened response fails while it is read if the connection breaks', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  })
  const { body } = await client('127.0.0.1').open(`http://127.0.0.1:${port}/`, { timeoutMs })
  const read = async () => {
    for await (const _ of body);
  }
  await expect(read()).rejects.toMatchObject({ failure: 'unreachable', status: 200 })
})

test('A13 opening a private address is refused', async () => {
  const port = await serve((_request, response) => response.end())
  const call = client('').open(`http://127.0.0.1:${port}/`, { timeoutMs })
  await expect(call).rejects.toMatchObject({ failure: 'private_address' })
})
