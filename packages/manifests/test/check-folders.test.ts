import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MULTIPLY } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { checkFolders, newFolder } from '../src/index.ts'
import { readManifest } from '../src/manifest/read-manifest.ts'
import { failure, fakeOutbound, toolsFolder } from './folders.ts'

const EXAMPLES = fileURLToPath(new URL('../../../tools', import.meta.url))

test('checks all folders of a directory, or one folder, as the gateway would load them', async () => {
  const { dir } = await toolsFolder({
    Multiply: MULTIPLY,
    Twin: MULTIPLY,
    Broken: { 'manifest.yaml': 'tool_name: X\ntool_lst: []' },
  })
  const [broken, multiply, twin] = await checkFolders(dir)
  expect(broken).toMatchObject({
    folder: 'Broken',
    label: undefined,
    problems: [{ file: 'manifest.yaml', line: 2, reason: expect.stringContaining('tool_list') }],
  })
  expect(multiply).toMatchObject({ functions: ['multiply'], problems: [] })
  expect(multiply?.warnings[0]?.reason).toContain('is also the label of Twin')
  expect(twin?.warnings).toHaveLength(1)
  expect(await checkFolders(`${dir}/Multiply`)).toMatchObject([{ folder: 'Multiply' }])
})

test('reports a directory that does not exist', async () => {
  const { dir } = await toolsFolder()
  await expect(checkFolders(`${dir}/nowhere`)).rejects.toThrow('nowhere')
  expect(await checkFolders(dir)).toEqual([])
})

test('a secret that is not set is a warning, and a taken variable is a problem', async () => {
  const manifest = `secrets: [KEY]\nworkspaces: ["*"]\n${MULTIPLY['manifest.yaml']}`
  const files = { ...MULTIPLY, 'manifest.yaml': manifest }
  const { dir } = await toolsFolder({ Multiply: files, multiply: files })
  const [first, second] = await checkFolders(dir, { findSecret: () => undefined })
  expect(first).toMatchObject({
    problems: [],
    warnings: [{ reason: expect.stringContaining('QM_SECRET_MULTIPLY__KEY') }],
  })
  expect(second?.problems[0]?.reason).toContain("belongs to the folder 'Multiply'")
  const set = await checkFolders(`${dir}/Multiply`, { findSecret: () => 'set' })
  expect(set).toMatchObject([{ problems: [], warnings: [] }])
})

test('reports the same faults for one folder as for a directory of folders', async () => {
  const { dir } = await toolsFolder({
    NoManifest: { 'tool.ts': '' },
    Misnamed: { 'manifest.yml': '' },
    Other: { 'notes.txt': '' },
  })
  await symlink(join(dir, 'Other'), join(dir, 'Linked'))
  const reason = async (path: string, options = {}) =>
    (await checkFolders(join(dir, path), options))[0]?.problems[0]?.reason
  expect(await reason('NoManifest')).toBe('There is no manifest.yaml.')
  expect(await reason('Misnamed')).toContain("'manifest.yml' is not read")
  expect(await reason('Other', { toolsDir: dir })).toBe('There is no manifest.yaml.')
  expect((await checkFolders(dir)).map(({ problems }) => problems[0]?.reason)).toEqual([
    'This is a symbolic link, not a folder.',
    expect.stringContaining("'manifest.yml' is not read"),
    'There is no manifest.yaml.',
    'There is no manifest.yaml.',
  ])
})

test.each(['123', 'null', 'true', '1.5', 'Disabled.', 'yes'])(
  'the label of a new folder named %s is a string',
  (name) => {
    const files = newFolder(name)
    const { label } = readManifest({ name, read: (file) => files[file] })
    expect(label.replaceAll(' ', '.')).toBe(name)
  },
)

test('a new folder works unchanged', async () => {
  const { dir, open } = await toolsFolder({ 'Weather Report': newFolder('Weather Report') })
  expect(await checkFolders(dir)).toMatchObject([
    {
      label: 'Weather Report',
      functions: ['greet'],
      problems: [],
      warnings: [],
    },
  ])
  const { call } = await open()
  const answer = await call('Weather Report', 'greet', { name: 'Ada' })
  expect(answer).toBe('Hello, Ada!')
  for (const name of ['../x', 'Disabled', '.x', '__x', '', 'a/b']) {
    expect(() => newFolder(name)).toThrow('cannot be named')
  }
})

test('the example folders load without problems and warnings', async () => {
  const checks = await checkFolders(EXAMPLES)
  expect(checks.map(({ folder }) => folder)).toEqual(
    expect.arrayContaining(['DateTime', 'Multiply', 'WebPage', 'WebSearch']),
  )
  for (const { problems, warnings } of checks) expect([...problems, ...warnings]).toEqual([])
})

test('the example folders work in the gateway', async () => {
  const { open } = await toolsFolder()
  const web = fakeOutbound((url) => {
    if (/private|slow/.test(url)) {
      const failure = url.includes('private') ? 'private_address' : 'timed_out'
      throw Object.assign(new Error('refused'), { failure })
    }
    const text = '<title>T</title><p>Hello <a href="/x">link</a></p>'
    return { status: 200, headers: { 'content-type': 'text/html' }, text }
  })
  const { call } = await open({ dir: EXAMPLES, outbound: web })
  expect(await call('Multiply', 'multiply', { multiplicand: 6, multiplier: 7 })).toBe(42)
  expect(await call('DateTime', 'current_date_time', {})).toMatchObject({ time_zone: 'UTC' })
  const wrong = await failure(call('DateTime', 'current_date_time', { time_zone: 'Mars' }))
  expect(wrong).toMatchObject({ code: 'invalid_input' })
  const page = await call('WebPage', 'read_web_page', { url: 'https://a.example/' })
  expect(page).toMatchObject({ title: 'T', text: 'Hello link', url: 'https://a.example/' })
  const refused = await failure(
    call('WebPage', 'read_web_page', { url: 'https://private.example/' }),
  )
  expect(refused).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('The address is private'),
  })
  const late = await failure(call('WebPage', 'list_links', { url: 'https://slow.example/' }))
  expect(late).toMatchObject({ code: 'upstream_failed' })
})
