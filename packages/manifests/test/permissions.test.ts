import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failure, manifestOf, moduleOf, toolsFolder } from './folders.ts'

describe('a module may use', () => {
  const attempts = `
    async read() { const fs = await import('node:fs'); return fs.readFileSync(${JSON.stringify(import.meta.filename)}, 'utf8').length }
    async own() { const fs = await import('node:fs'); return fs.readFileSync(import.meta.dirname + '/data.txt', 'utf8') }
    async temporary() { const fs = await import('node:fs'); const os = await import('node:os'); const path = os.tmpdir() + '/' + this.context.agent; fs.appendFileSync(path, 'x'); return path }
    async run() { const { execSync } = await import('node:child_process'); return String(execSync('echo hi')) }
    async connect() { const { connect } = await import('node:net'); return typeof connect }
    require() { return typeof process.getBuiltinModule('node:http').get }`
  const functions = ['read', 'own', 'temporary', 'run', 'connect', 'require']
  const start = async (permissions: string) => {
    const { open, write } = await toolsFolder()
    await write('Mine', {
      'manifest.yaml': manifestOf('Mine', functions, `permissions: ${permissions}`),
      'tool.ts': moduleOf(attempts),
      'data.txt': 'of the folder',
    })
    const toolsets = await open()
    return (name: string, more = {}) => toolsets.call('Mine', name, {}, more)
  }

  test('its own folder and a temporary folder, and nothing else by default', async () => {
    const call = await start('[]')
    expect(await call('own')).toBe('of the folder')
    const written = String(await call('temporary', { agent: 'mark' }))
    // Each process has a temporary folder of its own; other programs' files are not visible.
    expect(dirname(written)).not.toBe(tmpdir())
    expect(await readFile(written, 'utf8')).toBe('x')
    for (const name of ['read', 'run']) {
      expect((await failure(call(name))).message).toContain('restricted')
    }
    for (const name of ['connect', 'require']) {
      expect((await failure(call(name))).message).toContain('add "network" to the permissions')
    }
  })

  test('whatever its manifest declares under permissions', async () => {
    const call = await start('[files, processes, network]')
    expect(await call('read')).toBeGreaterThan(0)
    expect(await call('run')).toBe('hi\n')
    expect(await call('connect')).toBe('function')
    expect(await call('require')).toBe('function')
  })
})
