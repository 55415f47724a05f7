import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually, MULTIPLY } from '@quartermaster/testing'
import type { Log } from '@quartermaster/toolkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findToolset, visibleToolsets } from '../src/index.ts'
import { failure, fakeOutbound, manifestOf, moduleOf, silent, toolsFolder } from './folders.ts'

/** A folder whose function returns its version. */
const version = (number: number, more = '') => ({
  'manifest.yaml': manifestOf('Versioned', ['which']),
  'tool.ts': moduleOf(`async which() { ${more}; return ${number} }`),
})

describe('a folder that has just been created', () => {
  test('can be called as soon as its files are there', async () => {
    const { open, write } = await toolsFolder()
    const toolsets = await open()
    for (const name of ['One', 'Two', 'Three']) {
      // A scan may find the manifest, and report it as broken, before the module is written.
      await write(name, { 'manifest.yaml': MULTIPLY['manifest.yaml'] ?? '' })
      if (name === 'Two') await toolsets.refresh()
      await write(name, { 'tool.ts': MULTIPLY['tool.ts'] ?? '' })
      expect((await toolsets.findTools(name))?.map((tool) => tool.name)).toEqual(['multiply'])
    }
    await write('Four', { ...MULTIPLY, 'manifest.yaml': manifestOf('By Label', ['multiply']) })
    const visible = visibleToolsets(toolsets, { workspace: 'default', isRoot: false })
    expect(await findToolset(visible, 'By Label')).toEqual({ id: 'Four', label: 'By Label' })
  })

  test('is scanned for at a limited rate, however many calls name unknown folders', async () => {
    const { open } = await toolsFolder({
      Multiply: MULTIPLY,
      Broken: { 'manifest.yaml': 'a: b: c' },
    })
    const toolsets = await open()
    const began = performance.now()
    const unknown = ['Nobody', '..', '../Multiply', '', 'a/b', '.x']
    const found = await Promise.all(
      Array.from({ length: 500 }, (_, index) => toolsets.findTools(unknown[index % 6] ?? '')),
    )
    expect(found.every((tools) => tools === undefined)).toBe(true)
    await Promise.all(Array.from({ length: 500 }, () => toolsets.findTools('Broken')))
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('changes are picked up at run time', () => {
  test('when a folder is added, changed, broken, repaired and removed', async () => {
    const lines: string[] = []
    const note = (_: object, line: string) => lines.push(line)
    const log: Log = { ...silent, info: note, warn: note }
    const { open, write, remove } = await toolsFolder()
    const toolsets = await open({ log })
    const which = () => toolsets.call('Versioned', 'which')
    expect(toolsets.list()).toEqual([])

    await write('Versioned', version(1))
    await eventually(() => expect(toolsets.list()).toHaveLength(1))
    expect(await which()).toBe(1)

    await write('Versioned', version(2))
    await eventually(async () => expect(await which()).toBe(2))

    await write('Versioned', { 'tool.ts': 'this is not a module' })
    await eventually(() =>
      expect(toolsets.report()[0]).toMatchObject({
        status: 'serving_last_good',
        problems: [{ file: 'tool.ts', line: 1 }],
      }),
    )
    expect(await which()).toBe(2)

    await write('Versioned', version(3))
    await eventually(async () => expect(await which()).toBe(3))
    expect(toolsets.report()[0]).toMatchObject({ status: 'loaded', problems: [] })

    await remove('Versioned')
    await eventually(() => expect(toolsets.list()).toEqual([]))
    expect(toolsets.report()).toEqual([])
    expect([...new Set(lines)]).toEqual([
      'folder loaded',
      'changed folder cannot be loaded; its last good version is still served',
      'folder removed',
    ])
  })

  test('all or nothing: while manifest and module do not fit, the last good version serves', async () => {
    const { open, write } = await toolsFolder({ Versioned: version(1) })
    const toolsets = await open()
    await write('Versioned', { 'manifest.yaml': manifestOf('Versioned', ['which', 'more']) })
    await toolsets.refresh()
    expect(toolsets.tools('Versioned')?.map(({ name }) => name)).toEqual(['which'])
    // New processes of the last good version use its copy, not the broken files.
    await write('Versioned', { 'tool.ts': 'broken(' })
    await toolsets.refresh()
    const calls = Array.from({ length: 8 }, () => toolsets.call('Versioned', 'which'))
    expect(await Promise.all(calls)).toEqual(Array(8).fill(1))
  })

  test('when a folder is replaced by renaming another', async () => {
    const { open, write, dir } = await toolsFolder({ Versioned: version(1) })
    const toolsets = await open()
    await write('.next', version(2))
    await rename(join(dir, 'Versioned'), join(dir, '.old'))
    await rename(join(dir, '.next'), join(dir, 'Versioned'))
    await eventually(async () => expect(await toolsets.call('Versioned', 'which')).toBe(2))
  })

  test('but a running call finishes with the version it started with', async () => {
    const { open, write, remove } = await toolsFolder({
      Versioned: version(1, `console.log('begun'); await this.context.fetch('https://a.example')`),
    })
    const answer = Promise.withResolvers<void>()
    const outbound = fakeOutbound(async () => {
      await answer.promise
      return { status: 200 }
    })
    const begun = Promise.withResolvers<void>()
    const log = { ...silent, info: () => begun.resolve() }
    const toolsets = await open({ outbound })
    const call = toolsets.call('Versioned', 'which', {}, { log })
    await begun.promise
    await write('Versioned', version(2))
    await toolsets.refresh()
    expect(await toolsets.call('Versioned', 'which')).toBe(2)
    await remove('Versioned')
    await toolsets.refresh()
    answer.resolve()
    expect(await call).toBe(1)
  })

  test('and a tool that was looked up just before its folder was removed still works', async () => {
    const { open, remove } = await toolsFolder({ Multiply: MULTIPLY })
    const toolsets = await open()
    const [tool] = toolsets.tools('Multiply') ?? []
    await remove('Multiply')
    await toolsets.refresh()
    expect(toolsets.tools('Multiply')).toBeUndefined()
    const call = { caller: {}, signal: new AbortController().signal, log: silent } as never
    expect(await tool?.handler({ multiplicand: 2, multiplier: 3 }, call)).toBe(6)
  })

  test('but loaded folders are kept while the tools directory cannot be read', async () => {
    const { open, dir } = await toolsFolder({ Multiply: MULTIPLY })
    const toolsets = await open()
    await rename(dir, `${dir}-away`)
    await toolsets.refresh()
    const input = { multiplicand: 6, multiplier: 7 }
    expect(await toolsets.call('Multiply', 'multiply', input)).toBe(42)
    await rename(`${dir}-away`, dir)
  })
})

test('calls of a healthy folder succeed while others are broken, repaired and removed', async () => {
  const bad = {
    'manifest.yaml': manifestOf('Bad', ['exit', 'leak', 'reject', 'loop']),
    'tool.ts': moduleOf(`
      exit() { process.exit(1) }
      leak() { const all = []; for (;;) all.push(Buffer.alloc(4_000_000, 1)) }
      reject() { Promise.reject(new Error('x')); return new Promise(() => {}) }
      loop() { for (;;); }`),
  }
  const { open, write, remove } = await toolsFolder({
    Multiply: MULTIPLY,
    Versioned: version(0),
    Bad: bad,
  })
  const toolsets = await open({ limits: { memory: 160, processes: 2 } })
  let isDone = false
  // Also after a failure: the loops below would keep the test run from ending.
  onTestFinished(() => {
    isDone = true
  })
  let healthy = 0
  let failed = 0

  const repeat = async (call: () => Promise<void>) => {
    while (!isDone) await call()
  }
  const healthyCalls = Array.from({ length: 3 }, (_, number) =>
    repeat(async () => {
      const input = { multiplicand: number, multiplier: healthy }
      const expected = number * healthy
      healthy++
      expect(await toolsets.call('Multiply', 'multiply', input)).toBe(expected)
    }),
  )
  // `Versioned` is replaced all the time; every call is served by one of its versions.
  const changing = repeat(async () => {
    expect(await toolsets.call('Versioned', 'which')).toEqual(expect.any(Number))
  })
  const misbehaving = ['exit', 'leak', 'reject', 'loop'].map((name) =>
    repeat(async () => {
      if (toolsets.tools('Bad') === undefined)
        return new Promise((resolve) => setImmediate(resolve))
      const signal = name === 'loop' ? AbortSignal.timeout(50) : undefined
      await failure(toolsets.call('Bad', name, {}, { ...(signal && { signal }) }))
      failed++
    }),
  )
  const changeFolders = async () => {
    for (let round = 1; round <= 4; round++) {
      await write('Versioned', { 'tool.ts': 'broken(' })
      await write('Bad', { 'manifest.yaml': 'a: b: c' })
      await toolsets.refresh()
      await write('Versioned', version(round))
      await write('Other', version(round))
      await toolsets.refresh()
      expect(await toolsets.call('Versioned', 'which')).toBe(round)
      await remove('Bad')
      await remove('Other')
      await toolsets.refresh()
      await write('Bad', bad)
      await toolsets.refresh()
    }
  }
  await changeFolders().finally(() => {
    isDone = true
  })
  await Promise.all([...healthyCalls, changing, ...misbehaving])
  expect(healthy).toBeGreaterThan(20)
  expect(failed).toBeGreaterThan(5)
})
