import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { eventually } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { runQm, startQm } from './gateway-process.ts'

/** The documented output of the programs when a tunnel is open. */
const OUTPUT = {
  ngrok: `console.log('{"lvl":"info","msg":"client session established","obj":"tunnels.session"}')
console.log('{"lvl":"info","msg":"started tunnel","name":"command_line","addr":"http://localhost:1","url":"https://4f1c.ngrok-free.app"}')`,
  cloudflared: `console.error('2026-11-18T02:00:00Z INF Requesting new quick Tunnel on trycloudflare.com...')
console.error('2026-11-18T02:00:01Z INF |  https://quiet-river-moss.trycloudflare.com  |')`,
}

/** A folder with a program that behaves like ngrok or cloudflared, and records its arguments. */
async function standIn(name: string, script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-tunnel-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, name)
  const record = `require('fs').writeFileSync(${JSON.stringify(join(folder, 'arguments'))}, process.argv.slice(2).join(' '))`
  await writeFile(file, `#!${process.execPath}\n${record}\n${script}\n`)
  await chmod(file, 0o755)
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const STAY = 'setInterval(() => {}, 1000)'

test.each([
  [
    'ngrok',
    OUTPUT.ngrok,
    'https://4f1c.ngrok-free.app',
    (port: number) => `http ${port} --log=stdout --log-format=json`,
  ],
  [
    'cloudflared',
    OUTPUT.cloudflared,
    'https://quiet-river-moss.trycloudflare.com',
    (port: number) => `tunnel --no-autoupdate --url http://127.0.0.1:${port}`,
  ],
])(
  'start --tunnel with %s serves descriptors with the public address',
  async (name, script, url, words) => {
    const folder = await standIn(name, `${script}\n${STAY}`)
    const port = await freePort()
    const env = {
      // Only the stand-in, Node.js and the programs of the system.
      PATH: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      QM_DATA_DIR: join(folder, 'data'),
      PORT: String(port),
    }
    const gateway = await startQm({ env }, '--tunnel')
    expect(await readFile(join(folder, 'arguments'), 'utf8')).toBe(words(port))
    expect(gateway.output()).toContain(url)
    const { out } = await runQm(
      { env: { ...env, QM_URL: gateway.url } },
      'descriptors',
      '-t',
      'get_context',
    )
    expect(JSON.parse(out)).toMatchObject([{ url: `${url}/v1/tools/get_context` }])
    expect(await gateway.stop()).toBe(0)
  },
)

test('start --tunnel with PORT=0 opens the tunnel to the port that the gateway listens on', async () => {
  const folder = await standIn('ngrok', `${OUTPUT.ngrok}\n${STAY}`)
  const env = {
    PATH: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    QM_DATA_DIR: join(folder, 'data'),
    PORT: '0',
  }
  const gateway = await startQm({ env }, '--tunnel')
  const { port } = new URL(gateway.url)
  expect(await readFile(join(folder, 'arguments'), 'utf8')).toMatch(`http ${port} `)
  expect(await gateway.stop()).toBe(0)
})

test('start --tunnel says that the tunnel has ended, and the gateway goes on', async () => {
  const end =
    "setInterval(() => require('fs').existsSync(__dirname + '/end') && process.exit(), 20)"
  const folder = await standIn('ngrok', `${OUTPUT.ngrok}\n${end}`)
  const env = {
    PATH: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    QM_DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
  }
  const gateway = await startQm({ env }, '--tunnel')
  expect(gateway.output()).not.toContain('has ended')
  await writeFile(join(folder, 'end'), '')
  await eventually(() =>
    expect(gateway.output()).toContain(
      'ngrok has ended: https://4f1c.ngrok-free.app does not reach the gateway.',
    ),
  )
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200)
  expect(await gateway.stop()).toBe(0)
})

test('a program that fails is named with the end of its output', async () => {
  const folder = await standIn(
    'ngrok',
    `console.error('ERR_NGROK_4018: authtoken missing'); process.exit(1)`,
  )
  const { code, err } = await runQm({ env: { PATH: folder, PORT: '9' } }, 'start', '--tunnel')
  expect(code).toBe(1)
  expect(err).toContain('authtoken missing')
})

test('without ngrok and cloudflared the message says what to do', async () => {
  const { code, err } = await runQm({ env: { PATH: '/nowhere' } }, 'start', '--tunnel')
  expect(code).toBe(1)
  expect(err).toContain('QM_PUBLIC_URL')
})
