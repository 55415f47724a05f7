import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eventually } from '@quartermaster/testing'
import { expect, onTestFinished } from 'vitest'
import { startGateway, type TestGateway } from '../start-gateway.ts'

type RequestOptions = NonNullable<Parameters<TestGateway['request']>[2]>

export type Files = Record<string, string>

export const WEB: Files = {
  'manifest.yaml': `tool_name: Web Search
tool_list:
  - {name: web_search, description: Search., parameters: {type: object, properties: {query: {type: string}}, required: [query]}}
  - {name: url_browse, description: Read., parameters: {type: object, properties: {url: {type: string}}, required: [url]}}
`,
  'tool.ts': `export class Tools {
  async web_search({ query }) { return [query] }
  async url_browse({ url }) { return url }
}`,
}

/** A gateway with these tool folders, and a `write` that changes them while it runs. */
export async function startWithFolders(folders: Record<string, Files>, config = {}) {
  const toolsDir = await mkdtemp(join(tmpdir(), 'quartermaster-tools-'))
  onTestFinished(() => rm(toolsDir, { recursive: true, force: true }))
  const write = async (folder: string, files: Files) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(toolsDir, folder, name)), { recursive: true })
      await writeFile(join(toolsDir, folder, name), text)
    }
  }
  for (const [folder, files] of Object.entries(folders)) await write(folder, files)
  const gateway = await startGateway({ config: { toolsDir, ...config } })
  const call = (
    id: string,
    name: string,
    body: unknown = {},
    options: Partial<RequestOptions> = {},
  ) =>
    gateway.request('POST', `/v1/toolsets/${encodeURIComponent(id)}/tools/${name}`, {
      body,
      ...options,
    })
  const list = async () => (await gateway.request('GET', '/v1/toolsets')).body
  await untilLoaded(gateway, Object.keys(folders))
  return { ...gateway, write, call, list, toolsDir }
}

/** On a busy machine folders may still be loading when the gateway has started. */
export async function untilLoaded(
  { request }: Pick<TestGateway, 'request'>,
  folders: readonly string[],
): Promise<void> {
  const expected = folders.filter((name) => !/^(\.|__)/.test(name)).sort()
  await eventually(async () => {
    const { load_report: report } = (await request('GET', '/v1/toolsets')).body
    const done = report.filter(({ status }: { status: string }) => status !== 'loading')
    expect(done.map(({ folder }: { folder: string }) => folder)).toEqual(expected)
  })
}
