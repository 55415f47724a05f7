import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteAgent, revokeKey, updateAgent } from '../src/index.ts'
import { isDown, isUp, openOffice, ROOT_KEY } from './office.ts'

test('a key revoked in one gateway is refused there at once, and soon in every other', async () => {
  const { db, hire, startKeyring, workspaceId } = await openOffice()
  const { id, key } = await hire({ name: 'Sales' })
  const [here, there] = [startKeyring(), startKeyring()]
  await Promise.all([isUp(here), isUp(there)])
  await Promise.all([here.authenticate(key), there.authenticate(key)])

  await revokeKey(db, workspaceId, id)
  here.forget()
  await expect(here.authenticate(key)).rejects.toThrow('revoked')
  await vi.waitFor(() => expect(there.authenticate(key)).rejects.toThrow('revoked'))
})

test('whatever changes who may do what is heard of by every gateway', async () => {
  const { db, hire, startKeyring, workspaceId } = await openOffice()
  const { key } = await hire({ name: 'Sales' })
  const keyring = startKeyring()
  await isUp(keyring)
  const limits = async () => (await keyring.authenticate(key)).access.limits[0]
  const asSales = async () =>
    (await keyring.authenticate(ROOT_KEY, { agent: 'Sales' })).access.limits[0]
  await Promise.all([limits(), asSales()])

  await updateAgent(db, workspaceId, 'Sales', { denied_tools: ['push_context'] })
  await vi.waitFor(async () => {
    expect(await limits()).toEqual({ allowed: null, denied: ['push_context'] })
    expect(await asSales()).toEqual({ allowed: null, denied: ['push_context'] })
  })

  await db.updateTable('workspaces').set({ name: 'renamed' }).execute()
  await vi.waitFor(async () => {
    expect((await keyring.authenticate(key)).workspace).toBe('renamed')
    await expect(keyring.authenticate(ROOT_KEY)).rejects.toThrow('names no workspace')
  })

  await deleteAgent(db, workspaceId, 'Sales')
  await vi.waitFor(() => expect(keyring.authenticate(key)).rejects.toThrow('not known'))
})

test('a gateway whose listening connection is killed does not accept a revoked key', async () => {
  const { db, hire, pool, startKeyring, workspaceId } = await openOffice()
  const { id, key } = await hire({ name: 'Sales' })
  const onError = vi.fn()
  const keyring = startKeyring({ onError })
  await isUp(keyring)
  await keyring.authenticate(key)

  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'quartermaster-access'`,
  )
  await vi.waitFor(() => expect(onError).toHaveBeenCalled(), 20_000)
  await revokeKey(db, workspaceId, id)
  await vi.waitFor(() => expect(keyring.authenticate(key)).rejects.toThrow('revoked'))

  await isUp(keyring)
  await expect(keyring.authenticate(key)).rejects.toThrow('revoked')
})

test('while it cannot listen, a gateway asks the database at every call', async () => {
  const { db, hire, startKeyring, url, workspaceId } = await openOffice()
  const { id, key } = await hire({ name: 'Sales' })
  const line = await startLine(url)
  const keyring = startKeyring({ url: line.url })
  await isUp(keyring)
  await keyring.authenticate(key)

  await line.cut()
  await isDown(keyring)
  keyring.queries.length = 0
  await Promise.all([keyring.authenticate(key), keyring.authenticate(key)])
  expect(keyring.queries.filter((query) => query.includes('api_keys'))).toHaveLength(2)
  await revokeKey(db, workspaceId, id)
  await expect(keyring.authenticate(key)).rejects.toThrow('revoked')
})

test('what was revoked while nobody listened is refused once someone does again', async () => {
  const { db, hire, startKeyring, url, workspaceId } = await openOffice()
  const { id, key } = await hire({ name: 'Sales' })
  const line = await startLine(url)
  const keyring = startKeyring({ url: line.url })
  await isUp(keyring)
  await keyring.authenticate(key)

  await line.cut()
  await revokeKey(db, workspaceId, id)
  await isDown(keyring)
  await line.mend()
  await isUp(keyring)
  await expect(keyring.authenticate(key)).rejects.toThrow('revoked')
})

test('a connection that has gone silent is trusted no longer than its heartbeat', async () => {
  const { db, hire, startKeyring, url, workspaceId } = await openOffice()
  const { id, key } = await hire({ name: 'Sales' })
  const line = await startLine(url)
  const onError = vi.fn()
  const keyring = startKeyring({ url: line.url, onError })
  await isUp(keyring)
  await keyring.authenticate(key)

  line.silence()
  await revokeKey(db, workspaceId, id)
  expect((await keyring.authenticate(key)).agent, 'it cannot know yet').toBe('Sales')
  await isDown(keyring)
  expect(onError, 'trust ends before the failure is known').not.toHaveBeenCalled()
  await expect(keyring.authenticate(key)).rejects.toThrow('revoked')
})

test('a connection on which nothing is heard is never trusted', async () => {
  const { hire, startKeyring } = await openOffice()
  const elsewhere = await openOffice()
  const { key } = await hire({ name: 'Sales' })
  const onError = vi.fn()
  const keyring = startKeyring({ url: elsewhere.url, onError })
  await vi.waitFor(() => expect(onError).toHaveBeenCalled(), 20_000)
  expect(String(onError.mock.calls[0]?.[0])).toContain('LISTEN needs a direct connection')
  expect(keyring.isListening()).toBe(false)
  expect((await keyring.authenticate(key)).agent).toBe('Sales')
})

test('a gateway that starts while the database does not answer closes all the same', async () => {
  const { startKeyring, url } = await openOffice()
  const line = await startLine(url)
  line.silence()
  const keyring = startKeyring({ url: line.url })
  await new Promise((resolve) => setTimeout(resolve, 100))
  const begun = performance.now()
  await keyring.close()
  expect(performance.now() - begun).toBeLessThan(3000)
})

/** The network between a gateway and the database, which can be cut, mended, and go silent. */
async function startLine(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let silent = false

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (data) => silent || other.write(data))
      socket.on('close', () => other.destroy())
      socket.on('error', () => other.destroy())
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo

  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    })
  onTestFinished(async () => {
    if (server.listening) await cut()
  })

  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.toString(),
    cut,
    mend: () => listen(port),
    silence: () => {
      silent = true
    },
  }
}
