import { expect, test } from 'vitest'
import { captureOutput } from './capture-output.ts'

test('lines are passed on one by one, texts and bytes alike, and the writer hears when', async () => {
  const stream = { write: (): boolean => false } as unknown as NodeJS.WriteStream
  const lines: string[] = []
  captureOutput(stream, (line) => lines.push(line))
  expect(stream.write('one\ntwo\n')).toBe(true)
  await new Promise<void>((resolve) => {
    stream.write(Buffer.from('three\n'), 'utf8', () => resolve())
  })
  expect(lines).toEqual(['one', 'two', 'three'])
})
