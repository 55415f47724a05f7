import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { allow, registerHost, startWithOAuth } from './oauth-host.ts'

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

test('the authorization server passes the conformance suite', async () => {
  const gateway = await startWithOAuth()
  const port = await freePort()
  const { clientId } = await registerHost(gateway, [`http://127.0.0.1:${port}/callback`])
  const suite = spawn(
    process.execPath,
    [
      ...[SUITE, 'authorization', '--url', `${gateway.url}/connect`, '--resource', gateway.mcp],
      ...['--client-id', clientId, '--port', String(port)],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void suite.kill())
  const ended = once(suite, 'close')
  let output = ''
  let asked = false
  suite.stdout.on('data', (chunk) => {
    output += chunk
    // The suite waits for a person who opens this address in a browser.
    const [, url] = /^(http:\S+\/connect\/authorize\S+)\n[\s\S]*started/m.exec(output) ?? []
    if (url === undefined || asked) return
    asked = true
    allow(gateway, url, gateway.key).then(({ parameters }) =>
      fetch(`http://127.0.0.1:${port}/callback?${parameters}`),
    )
  })
  const [code] = await ended
  expect(code, output).toBe(0)
  expect(output).toMatch(/✓ authorization-code-grant: \d+ passed, 0 failed/)
})
