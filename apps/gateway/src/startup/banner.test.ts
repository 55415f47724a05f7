import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { banner } from './banner.ts'

const key = 'qm_root_abcdefghijklmnop'
const url = 'http://127.0.0.1:8080'

function commandOf(text: string): string {
  return text.split('\n').find((line) => line.includes('curl ')) ?? ''
}

/** The `x-api-key` header that the shell passes to curl. */
function headerOf(command: string, variables: Record<string, string> = {}): string {
  const script = `curl() { for argument; do echo "$argument"; done; }\n${command}`
  const output = execFileSync('bash', ['--norc', '-c', script], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', ...variables },
  })
  return output.split('\n').find((line) => line.startsWith('x-api-key')) ?? ''
}

test.each(['plain', 'with a space', "an operator's", 'a "quoted" one', '$HOME `id` \\'])(
  'the command of the first start reads the key from the data folder %s',
  (name) => {
    const parent = mkdtempSync(join(tmpdir(), 'qm-banner-'))
    onTestFinished(() => rmSync(parent, { recursive: true }))
    const dataDir = join(parent, name)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'root-key'), `${key}\n`)
    const config = readConfig({ QM_DATA_DIR: dataDir })

    const first = banner(url, { key, isNew: true }, config)
    expect(first.match(new RegExp(key, 'g'))).toHaveLength(1)
    expect(commandOf(first)).not.toContain(key)
    expect(headerOf(commandOf(first))).toBe(`x-api-key: ${key}`)
    expect(commandOf(banner(url, { key, isNew: false }, config))).toBe(commandOf(first))
  },
)

test('with QM_ROOT_KEY the command reads the variable', () => {
  const printed = banner(url, { key, isNew: false }, readConfig({ QM_ROOT_KEY: key }))
  expect(printed).not.toContain(key)
  expect(headerOf(commandOf(printed), { QM_ROOT_KEY: key })).toBe(`x-api-key: ${key}`)
})
