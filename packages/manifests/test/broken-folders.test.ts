import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { eventually, MULTIPLY } from '@quartermaster/testing'
import { describe, expect, test } from 'vitest'
import { manifestOf, moduleOf, toolsFolder } from './folders.ts'

describe('J3 a broken folder is reported, and the others are served', () => {
  test('J-02 J-03 J-08 J-09 J-12 with file, line and reason', async () => {
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

  test('J-28 nothing outside the folder is read', async () => {
    const { open, dir, write } = await toolsFolder({ Multiply: MULTIPLY })
    await writeFile(join(dir, 'secret.txt'), 'secret')
    await write('Linked', { 'manifest.yaml': MULTIPLY['manifest.yaml'] ?? '' })
    await symlink(join(dir, 'Multiply', 'tool.ts'), join(dir, 'Linked', 'tool.ts'))
    await symlink(join(dir, 'Multiply'), join(dir, 'Alias'))
    await write('Import', { 'manifest.yaml': 'tool_name: X\nopenapi: ../secret.txt' })
    const toolsets = await open()
    const reason = (name: string) =>
      toolsets.report().find(({ folder }) => folder === name)?.problems[0]?.reason
    expect(reason('Linked')).toBe('This is a symbolic link out of the folder.')
    expect(reason('Alias')).toBe('This is a symbolic link, not a folder.')
    expect(reason('Import')).toContain("There is no file '../secret.txt' in this folder")
    expect(toolsets.tools('../secrets')).toBeUndefined()
  })

  test('J-29 equal labels are reported, and both folders are served', async () => {
    const { open } = await toolsFolder({ A: MULTIPLY, B: MULTIPLY })
    const toolsets = await open()
    expect(toolsets.list().map(({ id }) => id)).toEqual(['A', 'B'])
    expect(toolsets.report().map(({ warnings }) => warnings[0]?.reason)).toEqual([
      expect.stringContaining('is also the label of B'),
      expect.stringContaining('is also the label of A'),
    ])
  })

  test('J-30 a manifest that needs unlimited time or memory is abandoned', async () => {
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

  test('a folder that never finishes loading does not delay the start', async () => {
    const { open } = await toolsFolder({
      Multiply: MULTIPLY,
      Endless: { ...MULTIPLY, 'tool.ts': 'for (;;);' },
    })
    const toolsets = await open({ startupMs: 1, limits: { loadMs: 3000 } })
    await eventually(() => expect(toolsets.list().map(({ id }) => id)).toEqual(['Multiply']))
    await eventually(() =>
      expect(toolsets.report()[0]).toMatchObject({
        folder: 'Endless',
        status: 'broken',
        problems: [{ reason: 'The module did not load within 3 s.' }],
      }),
    )
  })
})

test('a folder does not get the secrets of a folder with a similar name', async () => {
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
  expect(reason('urls')).toContain("QM_SECRET_URLS__TOKEN belongs to the folder 'Urls'")
  expect(reason('web page')).toContain("'Web-Page'")

  // A folder that is served keeps its variables, whatever the name of a new one.
  await write('URLS', asking('e'))
  await toolsets.refresh()
  expect(reason('URLS')).toContain("'Urls'")
  await remove('Urls')
  await toolsets.refresh()
  expect(toolsets.list().map(({ id }) => id)).toEqual(['URLS', 'Web-Page', 'Web_Page'])
  expect(await toolsets.call('URLS', 'show')).toBe('of QM_SECRET_URLS__TOKEN')
  expect(reason('urls')).toContain("'URLS'")
})

describe('a folder that hangs while loading', () => {
  const hanging = {
    ...MULTIPLY,
    'tool.ts': 'await new Promise((resolve) => setTimeout(resolve, 1e6))',
  }

  test('does not delay the others', async () => {
    const names = Array.from({ length: 3 * availableParallelism() }, (_, index) => `Hang ${index}`)
    const { open } = await toolsFolder({
      ...Object.fromEntries(names.map((name) => [name, hanging])),
      Multiply: MULTIPLY,
    })
    const toolsets = await open({ startupMs: 1, limits: { loadMs: 600_000 } })
    await eventually(() => expect(toolsets.list().map(({ id }) => id)).toEqual(['Multiply']))
  })

  test('is abandoned when it is removed', async () => {
    const { open, write, remove } = await toolsFolder({ Hang: hanging })
    const toolsets = await open({ startupMs: 1, limits: { loadMs: 600_000 } })
    await eventually(() => expect(toolsets.report()).toMatchObject([{ status: 'loading' }]))
    await remove('Hang')
    await eventually(() => expect(toolsets.report()).toEqual([]))
    await write('Hang', MULTIPLY)
    await eventually(() => expect(toolsets.list().map(({ id }) => id)).toEqual(['Hang']))
  })
})
