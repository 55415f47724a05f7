import { expect, test } from 'vitest'
import { parseEvents } from './parse-events.ts'

test('complete events are read, and the rest waits for more', () => {
  const { events, rest } = parseEvents(
    ': heartbeat\n\nid: a\nevent: call\ndata: {"id":"1"}\n\nid: b\nevent: ca',
  )
  expect(events).toEqual([{ kind: 'call', id: 'a', data: { id: '1' } }])
  expect(parseEvents(`${rest}ll\ndata: {}\n\n`).events).toEqual([
    { kind: 'call', id: 'b', data: {} },
  ])
})
