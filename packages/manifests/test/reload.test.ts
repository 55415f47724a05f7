import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Log } from '@quartermaster/toolkit'
import { describe, expect, test, vi } from 'vitest'
import { findToolset } from '../src/index.ts'
import { failure, MULTIPLY, manifestOf, moduleOf, silent, toolsFolder } from './folders.ts'

/** A folder whose function says which version it is. */
const version = (number: number, more = '') => ({
  'manifest.yaml': manifestOf('Versioned', ['which']),
  'tool.ts': moduleOf(`async which() { ${more}; return ${number} }`),
})

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 50_000, interval: 20 })

describe('J3 one broken folder is reported, and the others serve', () => {
  test('J-02 J-03 J-08 J-09 J-12 each with file, line and reason', async () => {
    const manifest = MULTIPLY['manifest.yaml'] ?? ''
    const { open, dir } = await toolsFolder({
      Multiply: MULTIPLY,
      '.x': MULTIPLY,
      __y: MULTIPLY,
      NoManifest: { 'tool.ts': '' },
      Misnamed: { 'manifest.yml': manifest },
      Broken: { 'manifest.yaml': 'a: b: c', 'tool.ts': '' },
      Empty: { 'manifest.yaml': '' },
      NoModule: { 'manifest.yaml': manifest },
      NoTools: { ...MULTIPLY, 'tool.ts': 'export const other = 1' },
      Throws: { ...MULTIPLY, 'tool.ts': 'export class Tools {}\n\nthrow new Error("boom")' },
      Syntax: { ...MULTIPLY, 'tool.ts': 'export class Tools {\n  multiply( {\n}' },
      Outside: { ...MULTIPLY, 'tool.ts': "import '../Multiply/tool.ts'\nexport class Tools {}" },
      Divide: { ...MULTIPLY, 'manifest.yaml': manifest.replace('multiply', 'divide') },
      Disabled: MULTIPLY,
      Secret: { ...MULTIPLY, 'manifest.yaml': `secrets:\n  - KEY\n${manifest}` },
      NotUtf8: MULTIPLY,
    })
    await mkdir(join(dir, 'Nothing'))
    const latin1 = Buffer.from(`tool_name: X\ntool_list: [{name: f, description: \xe9}]`, 'latin1')
    await writeFile(join(dir, 'NotUtf8', 'manifest.yaml'), latin1)
    const toolsets = await open()
    const reasons = Object.fromEntries(
      toolsets
        .report()
        .filter(({ status }) => status === 'broken')
        .map(({ folder, problems: [problem] }) => [
          folder,
          `${problem?.file}:${problem?.line} ${problem?.reason}`,
        ]),
    )
    expect(toolsets.list().map(({ id }) => id)).toEqual(['Multiply'])
    expect(reasons).toEqual({
      Broken: expect.stringContaining('manifest.yaml:1 This is not valid YAML'),
      Disabled: expect.stringContaining('no tools at all'),
      Divide: "manifest.yaml:3 There is no method 'tool_divide' or 'divide' in tool.ts.",
      Empty: 'manifest.yaml:null The file is empty.',
      Misnamed: expect.stringContaining("'manifest.yml' is not read: rename it."),
      NoManifest: 'manifest.yaml:null There is no manifest.yaml.',
      NoModule: expect.stringContaining('There is no tool.ts or tool.js'),
      NoTools: expect.stringContaining('neither a class Tools nor a default'),
      Nothing: 'manifest.yaml:null There is no manifest.yaml.',
      NotUtf8: 'manifest.yaml:2 The file is not valid UTF-8.',
      Outside: expect.stringMatching(/^tool\.ts:1 The module does not load/),
      Secret: expect.stringMatching(/^manifest\.yaml:2 A secret is not set/),
      Syntax: expect.stringMatching(/^tool\.ts:\d The module does not load/),
      Throws: 'tool.ts:3 The module does not load: boom',
    })
    expect(JSON.stringify(toolsets.report())).not.toContain(dir)
  })

  test('J-28 nothing is read outside of the folder', async () => {
    const { open, dir, write } = await toolsFolder({ Multiply: MULTIPLY })
    await writeFile(join(dir, 'secret.txt'), 'secret')
    await write('Linked', { 'manifest.yaml': MULTIPLY['manifest.yaml'] ?? '' })
    await symlink(join(dir, 'Multiply', 'tool.ts'), join(dir, 'Linked', 'tool.ts'))
    await symlink(join(dir, 'Multiply'), join(dir, 'Alias'))
    await write('Import', { 'manifest.yaml': 'tool_name: X\nopenapi: ../secret.txt' })
    const toolsets = await open()
    const reason = (name: string) =>
      toolsets.report().find(({ folder }) => folder === name)?.problems[0]?.reason
    expect(reason('Linked')).toBe('This is a link that leads out of the folder.')
    expect(reason('Alias')).toBe('This is a link, and no folder.')
    expect(reason('Import')).toContain("There is no file '../secret.txt' in this folder")
    expect(toolsets.tools('../secrets')).toBeUndefined()
  })

  test('J-29 two labels that are the same are reported, and both serve', async () => {
    const { open } = await toolsFolder({ A: MULTIPLY, B: MULTIPLY })
    const toolsets = await open()
    expect(toolsets.list().map(({ id }) => id)).toEqual(['A', 'B'])
    expect(toolsets.report().map(({ warnings }) => warnings[0]?.reason)).toEqual([
      expect.stringContaining('is also that of B'),
      expect.stringContaining('is also that of A'),
    ])
  })

  test('J-30 a manifest that would take for ever, or all memory, is given up', async () => {
    const bomb = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${level}: &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join(', ')}]`,
    )
    const { open } = await toolsFolder({
      Multiply: MULTIPLY,
      Aliases: { 'manifest.yaml': bomb.join('\n') },
      Slow: { 'manifest.yaml': '? '.repeat(500_000) },
      Large: { 'manifest.yaml': `a: ${'x'.repeat(2_000_000)}` },
    })
    const before = process.memoryUsage.rss()
    const toolsets = await open()
    expect(toolsets.list().map(({ id }) => id)).toEqual(['Multiply'])
    expect(toolsets.report().map(({ status }) => status)).toEqual([
      'broken',
      'broken',
      'loaded',
      'broken',
    ])
    expect(process.memoryUsage.rss() - before).toBeLessThan(500 * 1024 * 1024)
  })

  test('a folder that never finishes loading does not hold up the start', async () => {
    const { open } = await toolsFolder({
      Multiply: MULTIPLY,
      Endless: { ...MULTIPLY, 'tool.ts': 'for (;;);' },
    })
    const toolsets = await open({ patienceMs: 1, limits: { loadMs: 3000 } })
    await soon(() => expect(toolsets.list().map(({ id }) => id)).toEqual(['Multiply']))
    await soon(() =>
      expect(toolsets.report()[0]).toMatchObject({
        folder: 'Endless',
        status: 'broken',
        problems: [{ reason: 'The module did not load within 3 s.' }],
      }),
    )
  })
})

describe('a folder that was put there just now', () => {
  test('can be called as soon as its files are there', async () => {
    const { open, write } = await toolsFolder()
    const toolsets = await open()
    for (const name of ['One', 'Two', 'Three']) {
      // A manifest alone may be seen, and found broken, before the module is there.
      await write(name, { 'manifest.yaml': MULTIPLY['manifest.yaml'] ?? '' })
      if (name === 'Two') await toolsets.refresh()
      await write(name, { 'tool.ts': MULTIPLY['tool.ts'] ?? '' })
      expect((await toolsets.findTools(name))?.map((tool) => tool.name)).toEqual(['multiply'])
    }
    await write('Four', { ...MULTIPLY, 'manifest.yaml': manifestOf('By Label', ['multiply']) })
    expect(await findToolset(toolsets, 'By Label')).toEqual({ id: 'Four', label: 'By Label' })
  })

  test('is looked for only so often, however many ask', async () => {
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

test('a folder gets no other folder’s secrets, however alike their names are', async () => {
  const asking = (name: string) => ({
    'manifest.yaml': manifestOf(name, ['show'], 'secrets: [TOKEN]'),
    'tool.ts': moduleOf('show() { return this.context.secrets.TOKEN }'),
  })
  const { open, write, remove } = await toolsFolder({
    urls: asking('a'),
    Urls: asking('b'),
    'web page': asking('c'),
    'Web-Page': asking('d'),
    Web_Page: MULTIPLY,
  })
  const findSecret = (variable: string) => `of ${variable}`
  const toolsets = await open({ findSecret })
  expect(toolsets.list().map(({ id }) => id)).toEqual(['Urls', 'Web-Page', 'Web_Page'])
  const reason = (name: string) =>
    toolsets.report().find(({ folder }) => folder === name)?.problems[0]?.reason
  expect(reason('urls')).toContain("QM_SECRET_URLS__TOKEN is the folder 'Urls'’s")
  expect(reason('web page')).toContain("'Web-Page'’s")

  // The one that serves goes on, whatever its name.
  await write('URLS', asking('e'))
  await toolsets.refresh()
  expect(reason('URLS')).toContain("'Urls'’s")
  await remove('Urls')
  await toolsets.refresh()
  expect(toolsets.list().map(({ id }) => id)).toEqual(['URLS', 'Web-Page', 'Web_Page'])
  expect(await toolsets.call('URLS', 'show')).toBe('of QM_SECRET_URLS__TOKEN')
  expect(reason('urls')).toContain("'URLS'’s")
})

describe('folders that hang while they load', () => {
  const hanging = {
    ...MULTIPLY,
    'tool.ts': 'await new Promise((resolve) => setTimeout(resolve, 1e6))',
  }

  test('do not hold up the others', async () => {
    const names = Array.from({ length: 3 * availableParallelism() }, (_, index) => `Hang ${index}`)
    const { open } = await toolsFolder({
      ...Object.fromEntries(names.map((name) => [name, hanging])),
      Multiply: MULTIPLY,
    })
    const toolsets = await open({ patienceMs: 1, limits: { loadMs: 600_000 } })
    await soon(() => expect(toolsets.list().map(({ id }) => id)).toEqual(['Multiply']))
  })

  test('are given up when they are removed', async () => {
    const { open, write, remove } = await toolsFolder({ Hang: hanging })
    const toolsets = await open({ patienceMs: 1, limits: { loadMs: 600_000 } })
    await soon(() => expect(toolsets.report()).toMatchObject([{ status: 'loading' }]))
    await remove('Hang')
    await soon(() => expect(toolsets.report()).toEqual([]))
    await write('Hang', MULTIPLY)
    await soon(() => expect(toolsets.list().map(({ id }) => id)).toEqual(['Hang']))
  })
})

describe('changes are picked up while it runs', () => {
  test('added, changed, broken, mended and removed', async () => {
    const lines: string[] = []
    const note = (_: object, line: string) => lines.push(line)
    const log: Log = { ...silent, info: note, warn: note }
    const { open, write, remove } = await toolsFolder()
    const toolsets = await open({ log })
    const which = () => toolsets.call('Versioned', 'which')
    expect(toolsets.list()).toEqual([])

    await write('Versioned', version(1))
    await soon(() => expect(toolsets.list()).toHaveLength(1))
    expect(await which()).toBe(1)

    await write('Versioned', version(2))
    await soon(async () => expect(await which()).toBe(2))

    await write('Versioned', { 'tool.ts': 'this is not a module' })
    await soon(() =>
      expect(toolsets.report()[0]).toMatchObject({
        status: 'serving_last_good',
        problems: [{ file: 'tool.ts', line: 1 }],
      }),
    )
    expect(await which()).toBe(2)

    await write('Versioned', version(3))
    await soon(async () => expect(await which()).toBe(3))
    expect(toolsets.report()[0]).toMatchObject({ status: 'loaded', problems: [] })

    await remove('Versioned')
    await soon(() => expect(toolsets.list()).toEqual([]))
    expect(toolsets.report()).toEqual([])
    expect([...new Set(lines)]).toEqual([
      'a folder was loaded',
      'a changed folder cannot be loaded; its last good version goes on serving',
      'a folder was removed',
    ])
  })

  test('all or nothing: while manifest and module do not fit, the last good version serves', async () => {
    const { open, write } = await toolsFolder({ Versioned: version(1) })
    const toolsets = await open()
    await write('Versioned', { 'manifest.yaml': manifestOf('Versioned', ['which', 'more']) })
    await toolsets.refresh()
    expect(toolsets.tools('Versioned')?.map(({ name }) => name)).toEqual(['which'])
    // New processes of the last good version start from its own files, not from the broken ones.
    await write('Versioned', { 'tool.ts': 'broken(' })
    await toolsets.refresh()
    const calls = Array.from({ length: 8 }, () => toolsets.call('Versioned', 'which'))
    expect(await Promise.all(calls)).toEqual(Array(8).fill(1))
  })

  test('a folder put in the place of another is seen', async () => {
    const { open, write, dir } = await toolsFolder({ Versioned: version(1) })
    const toolsets = await open()
    await write('.next', version(2))
    await rename(join(dir, 'Versioned'), join(dir, '.old'))
    await rename(join(dir, '.next'), join(dir, 'Versioned'))
    await soon(async () => expect(await toolsets.call('Versioned', 'which')).toBe(2))
  })

  test('a call that runs ends with the version it began with', async () => {
    const { open, write, remove } = await toolsFolder({
      Versioned: version(1, `console.log('begun'); await this.context.fetch('https://a.example')`),
    })
    const answer = Promise.withResolvers<void>()
    const outbound = {
      request: async () => {
        await answer.promise
        return { status: 200, headers: {}, text: '', truncated: false }
      },
    }
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

  test('a tool that was found just before its folder went still works', async () => {
    const { open, remove } = await toolsFolder({ Multiply: MULTIPLY })
    const toolsets = await open()
    const [tool] = toolsets.tools('Multiply') ?? []
    await remove('Multiply')
    await toolsets.refresh()
    expect(toolsets.tools('Multiply')).toBeUndefined()
    const call = { caller: {}, signal: new AbortController().signal, log: silent } as never
    expect(await tool?.handler({ multiplicand: 2, multiplier: 3 }, call)).toBe(6)
  })

  test('when the folder of folders cannot be read, what serves stays', async () => {
    const { open, dir } = await toolsFolder({ Multiply: MULTIPLY })
    const toolsets = await open()
    await rename(dir, `${dir}-away`)
    await toolsets.refresh()
    const input = { multiplicand: 6, multiplier: 7 }
    expect(await toolsets.call('Multiply', 'multiply', input)).toBe(42)
    await rename(`${dir}-away`, dir)
  })
})

test('no call of a healthy tool fails while folders are broken, mended and removed', async () => {
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
  let isOver = false
  let healthy = 0
  let failed = 0

  const goOn = async (call: () => Promise<void>) => {
    while (!isOver) await call()
  }
  const healthyCalls = Array.from({ length: 3 }, (_, number) =>
    goOn(async () => {
      const input = { multiplicand: number, multiplier: healthy }
      const expected = number * healthy
      healthy++
      expect(await toolsets.call('Multiply', 'multiply', input)).toBe(expected)
    }),
  )
  // It is changed all the time, and always answers with one of its versions.
  const changing = goOn(async () => {
    expect(await toolsets.call('Versioned', 'which')).toEqual(expect.any(Number))
  })
  const misbehaving = ['exit', 'leak', 'reject', 'loop'].map((name) =>
    goOn(async () => {
      if (toolsets.tools('Bad') === undefined)
        return new Promise((resolve) => setImmediate(resolve))
      const signal = name === 'loop' ? AbortSignal.timeout(50) : undefined
      await failure(toolsets.call('Bad', name, {}, { ...(signal && { signal }) }))
      failed++
    }),
  )
  const mending = async () => {
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
  await mending().finally(() => {
    isOver = true
  })
  await Promise.all([...healthyCalls, changing, ...misbehaving])
  expect(healthy).toBeGreaterThan(20)
  expect(failed).toBeGreaterThan(5)
})
