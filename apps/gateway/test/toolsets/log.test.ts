import { eventually, MULTIPLY } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { startWithFolders } from './folders.ts'

test('the operator reads the log of a folder and what its last reload changed', async () => {
  const { call, list, write, request } = await startWithFolders({ Multiply: MULTIPLY })
  const text = MULTIPLY['tool.ts'] ?? ''
  const input = { multiplicand: 6, multiplier: 7 }
  expect((await list()).load_report[0].last_change).toBeNull()
  await write('Multiply', {
    'tool.ts': text.replace('return', `console.log('multiplying'); return`),
  })
  await eventually(async () =>
    expect((await list()).load_report[0].last_change).toMatchObject({
      added: [],
      removed: [],
      changed: [],
      settings: [],
      files: ['tool.ts'],
    }),
  )
  await call('Multiply', 'multiply', input)
  const { body } = await request('GET', '/v1/toolsets/Multiply/log')
  expect(body.next_cursor).toBeNull()
  expect(body.entries.slice(0, 2)).toMatchObject([
    { level: 'info', function: 'multiply', message: 'multiplying' },
    { level: 'info', function: null, message: 'Loaded 1 function.' },
  ])

  const unknown = await request('GET', '/v1/toolsets/Nobody/log')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  const agent = await request('POST', '/v1/agents', { body: { name: 'Ada', with_key: true } })
  const { key } = agent.body.key
  expect((await request('GET', '/v1/toolsets/Multiply/log', { key })).status).toBe(403)
})
