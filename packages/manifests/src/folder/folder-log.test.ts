import { expect, test } from 'vitest'
import { openFolderLog } from './folder-log.ts'

const at = new Date('2026-01-01T00:00:00Z')

test('the newest lines are kept, the newest first', () => {
  const log = openFolderLog(() => at)
  for (let line = 1; line <= 250; line++) log.add('info', `line ${line}`, 'multiply')
  expect(log.list()).toHaveLength(200)
  expect(log.list()[0]).toEqual({ at, level: 'info', function: 'multiply', message: 'line 250' })
  expect(log.list().at(-1)?.message).toBe('line 51')
})

test('long lines make the log shorter', () => {
  const log = openFolderLog(() => at)
  for (let line = 0; line < 100; line++) log.add('warn', 'x'.repeat(1000))
  expect(log.list()).toHaveLength(50)
  log.add('error', 'y'.repeat(60_000))
  expect(log.list()).toMatchObject([{ level: 'error', function: null }])
})
