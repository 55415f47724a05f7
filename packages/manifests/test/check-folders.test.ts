import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkFolders, newFolder } from '../src/index.ts'
import { failure, MULTIPLY, toolsFolder } from './folders.ts'

const EXAMPLES = fileURLToPath(new URL('../../../tools', import.meta.url))

test('a folder of folders, and one folder, are checked as the gateway would', async () => {
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
  expect(multiply?.warnings[0]?.reason).toContain('is also that of Twin')
  expect(twin?.warnings).toHaveLength(1)
  expect(await checkFolders(`${dir}/Multiply`)).toMatchObject([{ folder: 'Multiply' }])
})

test('a folder that is not there is told', async () => {
  const { dir } = await toolsFolder()
  await expect(checkFolders(`${dir}/nowhere`)).rejects.toThrow('nowhere')
  expect(await checkFolders(dir)).toEqual([])
})

test('secrets that are not set here are no problem of the folder', async () => {
  const manifest = `secrets: [KEY]\n${MULTIPLY['manifest.yaml']}`
  const { dir } = await toolsFolder({ Multiply: { ...MULTIPLY, 'manifest.yaml': manifest } })
  expect(await checkFolders(dir)).toMatchObject([{ problems: [] }])
})

test('a new folder works as it is written', async () => {
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
    expect(() => newFolder(name)).toThrow('cannot be called')
  }
})

test('the folders that come with the gateway load without a word', async () => {
  const checks = await checkFolders(EXAMPLES)
  expect(checks.map(({ folder }) => folder)).toEqual(
    expect.arrayContaining(['DateTime', 'Multiply', 'WebPage']),
  )
  for (const { problems, warnings } of checks) expect([...problems, ...warnings]).toEqual([])
})

test('the folders that come with the gateway work in it', async () => {
  const { open } = await toolsFolder()
  const web = {
    request: async (url: string) => {
      if (url.includes('private')) {
        throw Object.assign(new Error('The address is private'), { name: 'OutboundError' })
      }
      const text = '<title>T</title><p>Hello <a href="/x">link</a></p>'
      return { status: 200, headers: { 'content-type': 'text/html' }, text, truncated: false }
    },
  }
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
  expect(refused.message).toContain('The address is private')
})
