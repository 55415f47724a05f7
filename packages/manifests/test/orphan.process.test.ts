import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { manifestOf, moduleOf, toolsFolder } from './folders.ts'

const GATEWAY = fileURLToPath(new URL('./gateway-without-parent.ts', import.meta.url))

test('when the gateway is killed, a module in an endless loop ends with it', async () => {
  const { dir } = await toolsFolder({
    Endless: {
      'manifest.yaml': manifestOf('Endless', ['loop']),
      'tool.ts': moduleOf('loop() { console.log(String(process.pid)); for (;;); }'),
    },
  })
  const gateway = spawn(process.execPath, [GATEWAY, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(gateway.stdout, 'data')
  const pid = Number(String(line))
  expect(isAlive(pid)).toBe(true)
  gateway.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 50_000 })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
