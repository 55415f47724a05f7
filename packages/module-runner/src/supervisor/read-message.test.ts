import { expect, test } from 'vitest'
import type { FromRunner } from '../runner/protocol.ts'
import { readMessage } from './read-message.ts'

const error = { message: 'm', stack: 's' }

test.each<FromRunner>([
  { type: 'loaded', missing: ['a'] },
  { type: 'not_loaded', error },
  { type: 'result', id: 1, result: '{}' },
  { type: 'thrown', id: 1, error: { ...error, code: 'not_found' } },
  { type: 'not_json', id: 1, reason: 'a BigInt itself' },
  { type: 'too_large', id: 1, size: 5_000_000 },
  { type: 'idle', leftovers: false, rss: 1 },
  { type: 'crashed', error },
  { type: 'log', level: 'warn', message: 'm' },
  { type: 'progress', progress: { progress: 3, total: 9, message: 'half' } },
  { type: 'fetch_pull', id: 1 },
  { type: 'fetch_cancel', id: 1 },
  { type: 'fetch', id: 1, request: { url: 'u', method: 'GET', headers: { a: 'b' } } },
])('$type is read', (message) => {
  expect(readMessage(JSON.stringify(message))).toEqual(message)
})

test.each([
  '',
  'null',
  '[]',
  '"log"',
  '{bad',
  '{}',
  '{"type":"__proto__"}',
  '{"type":"constructor"}',
  '{"type":["log"]}',
  '{"type":"not_loaded"}',
  '{"type":"not_loaded","error":null}',
  '{"type":"loaded"}',
  '{"type":"loaded","missing":"all"}',
  '{"type":"log"}',
  '{"type":"log","level":"constructor","message":"m"}',
  '{"type":"log","level":"info","message":{}}',
  '{"type":"progress"}',
  '{"type":"progress","progress":{"progress":null}}',
  '{"type":"result","id":1,"result":{}}',
  '{"type":"thrown","id":1,"error":{"message":1,"stack":""}}',
  '{"type":"fetch","id":1}',
  '{"type":"fetch","id":1,"request":{"url":"u","method":"GET","headers":{"a":1}}}',
  '{"type":"idle","leftovers":false}',
])('%s is not a valid message', (line) => {
  expect(readMessage(line)).toBeUndefined()
})
