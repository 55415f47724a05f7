import { eventually } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { failure, manifestOf, moduleOf, toolsFolder } from './folders.ts'

const SECRET = 'the-value-of-the-secret'

test('the log of a folder has its loads, its output and its failures, and no secrets', async () => {
  const { open, write } = await toolsFolder({
    Mine: {
      'manifest.yaml': manifestOf('Mine', ['speak', 'fail'], 'secrets: [TOKEN]'),
      'tool.ts': moduleOf(
        `async speak() {
          console.log('the token is', this.context.secrets.TOKEN)
          this.context.logger.warn('careful')
          process.stdout.write('written to stdout\\n')
          process.stderr.write('written to stderr\\n')
          console.table([])
          this.context.progress(0.5)
        }
        async fail() { throw new Error('no luck with ' + this.context.secrets.TOKEN) }`,
        `console.log('loading')`,
      ),
    },
  })
  const toolsets = await open({ findSecret: () => SECRET })
  await toolsets.call('Mine', 'speak')
  await failure(toolsets.call('Mine', 'fail'))
  const lines = () =>
    (toolsets.log('Mine') ?? [])
      .toReversed()
      .map((entry) => [entry.level, entry.function, entry.message])
  const first = lines()
  expect(JSON.stringify(first)).not.toContain(SECRET)
  expect(first.filter(([, , message]) => !/[│┌└├]/.test(message ?? ''))).toEqual([
    ['info', null, 'loading'],
    ['info', null, 'Loaded 2 functions.'],
    ['info', 'speak', 'the token is [hidden]'],
    ['warn', 'speak', 'careful'],
    ['info', 'speak', 'written to stdout'],
    ['warn', 'speak', 'written to stderr'],
    ['error', 'fail', "The tool 'fail' failed: no luck with [hidden]"],
  ])

  await write('Mine', { 'tool.ts': 'broken(' })
  await eventually(() =>
    expect(toolsets.log('Mine')?.[0]).toMatchObject({
      level: 'error',
      message: expect.stringMatching(/^Not loaded: tool\.ts:1: /),
    }),
  )
  expect(toolsets.log('Nobody')).toBeUndefined()
})

test('the report tells what the last reload changed', async () => {
  const { open, write } = await toolsFolder({
    Mine: {
      'manifest.yaml': manifestOf('Mine', ['stays', 'changes', 'goes']),
      'tool.ts': moduleOf('stays() {} changes() {} goes() {} comes() {}'),
    },
  })
  const toolsets = await open()
  const changes = () => toolsets.report()[0]?.changes
  expect(changes()).toBeNull()

  const manifest = manifestOf('Renamed', ['stays', 'changes', 'comes'])
  await write('Mine', { 'manifest.yaml': manifest.replace('Does changes.', 'Does more.') })
  await toolsets.refresh()
  const expected = {
    added: ['comes'],
    removed: ['goes'],
    changed: [{ name: 'changes', parts: ['description'] }],
    settings: ['label'],
    files: ['manifest.yaml'],
    at: expect.any(Date),
  }
  expect(changes()).toEqual(expected)

  // The same contents are loaded again: the last change stays.
  await write('Mine', { 'tool.ts': moduleOf('stays() {} changes() {} goes() {} comes() {}') })
  await toolsets.refresh()
  expect(changes()).toEqual(expected)

  await write('Mine', { 'tool.ts': moduleOf('stays() { return 2 } changes() {} comes() {}') })
  await toolsets.refresh()
  expect(changes()).toMatchObject({ added: [], removed: [], changed: [], files: ['tool.ts'] })
})
