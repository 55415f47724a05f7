import { execFileSync } from 'node:child_process'
import { Input } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import { at, toolWith } from '../../test/sample-tools.ts'
import { curl } from './curl.ts'

/** The arguments that the shell passes to curl. */
function argumentsOf(command: string, variables: Record<string, string>): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const output = execFileSync('sh', ['-c', script], { env: variables, encoding: 'utf8' })
  // Without the options `-sw '\n'` that every call has.
  return output.split('\0').slice(2, -1)
}

const variables = { QM_URL: 'http://localhost:8080', QM_KEY: 'k', TABLE_ID: 't1' }

test('arguments reach curl unchanged, including quotes', () => {
  const input = { text: 'It\'s "$5" \\ `x`\n' }
  const command = curl(at(toolWith(Input({}))), input)
  expect(argumentsOf(command, variables)).toEqual([
    'http://localhost:8080/v1/tools/sample',
    '-H',
    'x-api-key: k',
    '-H',
    'content-type: application/json',
    '-d',
    JSON.stringify(input),
  ])
})

test.each(['/v1/tables/{table_id}/tools/x', '/v1/tables/:table_id/tools/x'])(
  'the id in %s comes from a variable',
  (path) => {
    const command = curl({ tool: toolWith(Input({})), path }, {})
    expect(argumentsOf(command, variables)[0]).toBe('http://localhost:8080/v1/tables/t1/tools/x')
  },
)

test('a tool that only takes GET gets a query string, with a key for each item', () => {
  const tool = toolWith(Input({}), { methods: ['GET'] })
  const command = curl(at(tool), { city: 'São Paulo', tags: ['a', 'b'], none: [], n: 3 })
  expect(argumentsOf(command, variables)).toEqual([
    '-G',
    'http://localhost:8080/v1/tools/sample',
    '-H',
    'x-api-key: k',
    ...['city=São Paulo', 'tags=a', 'tags=b', 'none=[]', 'n=3'].flatMap((pair) => [
      '--data-urlencode',
      pair,
    ]),
  ])
})
