import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const PACKAGE = fileURLToPath(new URL('../', import.meta.url))
const TSC = join(PACKAGE, 'node_modules', '.bin', 'tsc')

test('F26 the built package runs as plain JavaScript, with types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qm-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync(TSC, ['-p', join(PACKAGE, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')])
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  const { publishConfig, dependencies, ...rest } = manifest
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch'])
  expect(rest.private).toBeUndefined()
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: rest.name, type: rest.type, exports: publishConfig.exports }),
  )
  symlinkSync(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'))
  const script = `import('@quartermaster/client').then((all) => console.log(Object.keys(all).join()))`
  const names = execFileSync(process.execPath, ['--no-experimental-strip-types', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(names.trim().split(',').toSorted()).toEqual([
    'GatewayError',
    'StepLimitReached',
    'anthropic',
    'connectGateway',
    'createClient',
    'gemini',
    'listAll',
    'openaiChat',
    'openaiResponses',
    'runToolLoop',
    'unwrap',
  ])
  expect(readFileSync(join(folder, 'dist/index.d.ts'), 'utf8')).toContain('runToolLoop')
})
