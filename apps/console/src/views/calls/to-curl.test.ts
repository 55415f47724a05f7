import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { toCurl } from './to-curl.ts'

test('the shell hands the arguments over unchanged, and the key is a variable', () => {
  const json = JSON.stringify({ value: 'it\'s "$HOME" `id` \\ é', n: 1 })
  const command = toCurl({ path: '/v1/tools/push_context', arguments: json }, 'http://127.0.0.1:1')
  const shown = execFileSync(
    'sh',
    ['-c', `curl() { printf '%s\\n' "$@"; }; QM_KEY=secret; ${command}`],
    { encoding: 'utf8' },
  )
  expect(shown.trimEnd().split('\n')).toEqual([
    '-s',
    'http://127.0.0.1:1/v1/tools/push_context',
    '-H',
    'x-api-key: secret',
    '-H',
    'content-type: application/json',
    '-d',
    json,
  ])
})
