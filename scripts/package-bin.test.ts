import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const BIN = fileURLToPath(new URL('package-bin.js', import.meta.url))
const OLD_NODE = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})`

/** An installed package whose program prints its arguments, in a folder with a space in its name. */
async function install(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'my place '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'apps/cli/src'), { recursive: true })
  await mkdir(join(folder, 'node_modules/node/bin'), { recursive: true })
  const program = 'console.log(JSON.stringify([process.versions.node, process.argv.slice(2)]))'
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'apps/cli/src/main.js'), program)
  await writeFile(join(folder, 'node_modules/node/package.json'), '{"name":"node"}')
  await symlink(process.execPath, join(folder, 'node_modules/node/bin/node'))
  await cp(BIN, join(folder, 'bin/qm.js'))
  return join(folder, 'bin/qm.js')
}

test.each([
  ['this Node.js', []],
  ['an older Node.js, which starts the one of the package', ['--import', OLD_NODE]],
])('the program runs with %s', async (_, options) => {
  const words = [...options, await install(), 'call', '{"a": 1}']
  const { stdout } = await promisify(execFile)(process.execPath, words)
  expect(JSON.parse(stdout)).toEqual([process.versions.node, ['call', '{"a": 1}']])
})
