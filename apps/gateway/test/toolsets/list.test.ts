import { eventually, MULTIPLY } from '@quartermaster/testing'
import { describe, expect, test } from 'vitest'
import { startWithFolders, WEB } from './folders.ts'

describe('GET /v1/toolsets', () => {
  test('J-01 lists Disabled and the folders with their labels and functions', async () => {
    const { list } = await startWithFolders({ Multiply: MULTIPLY, Web: WEB })
    const { toolsets, next_cursor } = await list()
    expect(toolsets).toEqual([
      { id: 'Disabled', label: 'Disabled', functions: [] },
      {
        id: 'Multiply',
        label: 'Multiplication Tool',
        functions: [{ name: 'multiply', description: 'Multiply two numbers.', timeout: 30 }],
      },
      { id: 'Web', label: 'Web Search', functions: [expect.anything(), expect.anything()] },
    ])
    expect(next_cursor).toBeNull()
  })

  test('J-02 to J-09 the faults of a folder are in the load report', async () => {
    const manifest = MULTIPLY['manifest.yaml'] ?? ''
    const { list, call } = await startWithFolders({
      Multiply: MULTIPLY,
      '.x': MULTIPLY,
      __y: MULTIPLY,
      NoManifest: { 'tool.ts': '' },
      Unnamed: { 'manifest.yaml': manifest.replace(/^tool_human.*\n/, '') },
      NoFunctions: { 'manifest.yaml': 'tool_name: None\ntool_list: []' },
      BadYaml: { 'manifest.yaml': 'a: b: c' },
      ListAtTop: { 'manifest.yaml': '- a' },
      NoModule: { 'manifest.yaml': manifest },
      Divide: { ...MULTIPLY, 'manifest.yaml': manifest.replace('multiply', 'divide') },
    })
    const { toolsets, load_report: report } = await list()
    expect(toolsets.map(({ id }: { id: string }) => id)).toEqual(['Disabled', 'Multiply'])
    const status = (folder: string) =>
      report.find((entry: { folder: string }) => entry.folder === folder)
    expect(status('Multiply')).toMatchObject({ status: 'loaded', problems: [], warnings: [] })
    expect(status('BadYaml')).toMatchObject({
      status: 'broken',
      loaded_at: null,
      problems: [{ file: 'manifest.yaml', line: 1, reason: expect.stringContaining('YAML') }],
    })
    expect(report).toHaveLength(8)

    // J-12
    const broken = await call('Divide', 'divide', { multiplicand: 1, multiplier: 1 })
    expect(broken.status).toBe(503)
    expect(broken.body.error).toContain("There is no method 'tool_divide' or 'divide'")
    expect((await call('Nobody', 'multiply')).status).toBe(404)
    const labelled = await call('Multiplication Tool', 'multiply')
    expect([labelled.status, labelled.body.suggestion]).toEqual([404, "Did you mean 'Multiply'?"])
    expect((await call('../secrets', 'multiply')).status).toBe(404)
  })

  test('the load report tells what vendors do not accept as it is defined', async () => {
    const manifest = (WEB['manifest.yaml'] ?? '').replace('Read.', 'x'.repeat(1100))
    const { list, write } = await startWithFolders({ Web: WEB })
    const refused = async () => {
      const { load_report: report } = await list()
      return report[0].verdicts.filter(({ outcome }: { outcome: string }) => outcome === 'refused')
    }
    expect(await refused()).toEqual([])
    await write('Web', { 'manifest.yaml': manifest })
    await eventually(async () =>
      expect(await refused()).toContainEqual(
        expect.objectContaining({
          tool: 'url_browse',
          vendor: 'openai',
          reason: expect.stringContaining('1100 characters'),
        }),
      ),
    )
  })

  test('functions that an agent may not call are not listed', async () => {
    const { request } = await startWithFolders({ Web: WEB })
    await request('POST', '/v1/agents', { body: { name: 'Ada', denied_tools: ['url_browse'] } })
    const { body } = await request('GET', '/v1/toolsets', { headers: { 'x-agent': 'Ada' } })
    const names = body.toolsets[1].functions.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['web_search'])
  })
})

test('a changed folder is loaded, and a broken one reported, without a restart', async () => {
  const { call, list, write } = await startWithFolders({ Multiply: MULTIPLY })
  const input = { multiplicand: 6, multiplier: 7 }
  const text = MULTIPLY['tool.ts'] ?? ''
  await write('Multiply', { 'tool.ts': text.replace('* multiplier', '* multiplier * 10') })
  await eventually(async () => expect((await call('Multiply', 'multiply', input)).body).toBe(420))
  await write('Multiply', { 'tool.ts': 'broken(' })
  await eventually(async () =>
    expect((await list()).load_report[0]).toMatchObject({
      status: 'serving_last_good',
      problems: [{ file: 'tool.ts', line: 1 }],
    }),
  )
  expect((await call('Multiply', 'multiply', input)).body).toBe(420)
})
