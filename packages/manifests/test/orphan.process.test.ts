import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { manifestOf, moduleOf, toolsFolder } from './folders.ts'

const GATEWAY = fileURLToPath(new URL('./gateway-without-parent.ts', import.meta.url))

test('when the gateway is killed, a module in an endless loop ends and its temporary files are removed', async () => {
  const { dir } = await toolsFolder({
    Endless: {
      'manifest.yaml': manifestOf('Endless', ['loop']),
      'tool.ts': moduleOf('loop() { console.log(process.env.TMPDIR); for (;;); }'),
    },
  })
  const cacheDir = join(dir, '.cache')
  const gateway = spawn(process.execPath, [GATEWAY, dir, cacheDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(gateway.stdout, 'data')
  const isGone = (path: string) =>
    readdir(path).then(
      () => false,
      () => true,
    )
  expect(isRunning(cacheDir)).toBe(true)
  gateway.kill('SIGKILL')
  await eventually(() => expect(isRunning(cacheDir)).toBe(false))
  await eventually(async () => expect(await isGone(String(line))).toBe(true))
})

/** Runners have the path of their module's copy among their arguments. */
const isRunning = (cacheDir: string): boolean =>
  String(execFileSync('ps', ['-eo', 'args'])).includes(`${cacheDir}/quartermaster-tools-`)
