import { expect, test, vi } from 'vitest'
import { sampleTools } from '../sample-tools.ts'
import { ROOT_KEY, startGateway } from '../start-gateway.ts'
import { startWithFolders } from '../toolsets/folders.ts'
import { connect2025, connect2026 } from './clients.ts'

const HEADERS = { 'x-api-key': ROOT_KEY }
const PATIENCE = { timeout: 30_000 }

const COUNTING = {
  'manifest.yaml':
    'tool_name: Counting\nmethod: GET\ntool_list: [{name: count, description: Counts to two., parameters: {type: object, properties: {}}}]',
  'tool.ts': `export class Tools {
  constructor(context) { this.context = context }
  count() {
    this.context.progress({ progress: 1, total: 2, message: 'half' })
    return 'done'
  }
}`,
}

const generations = [
  ['2025', connect2025],
  ['2026', connect2026],
] as const

test.each(generations)('%s: an unknown tool is an invalid parameter', async (_, connect) => {
  const { groups } = sampleTools()
  const { url } = await startGateway({ groups, families: [] })
  const client = await connect(`${url}/mcp`, HEADERS)
  const refused = client.callTool({ name: 'serch', arguments: {} })
  await expect(refused).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining("Did you mean 'search'?"),
  })
})

test.each(generations)('%s: a cancelled call aborts the tool', async (_, connect) => {
  const { groups, signals } = sampleTools()
  const { url, request } = await startGateway({ groups, families: [] })
  const client = await connect(`${url}/mcp`, HEADERS)
  const abort = new AbortController()
  const call =
    connect === connect2025
      ? (client as Awaited<ReturnType<typeof connect2025>>).callTool({ name: 'slow' }, undefined, {
          signal: abort.signal,
        })
      : (client as Awaited<ReturnType<typeof connect2026>>).callTool(
          { name: 'slow' },
          {
            signal: abort.signal,
          },
        )
  const ended = expect(call).rejects.toThrow()
  await vi.waitFor(() => expect(signals).toHaveLength(1), PATIENCE)
  abort.abort()
  await ended
  await vi.waitFor(async () => {
    const { calls } = (await request('GET', '/v1/calls?tool=slow')).body
    expect(calls).toMatchObject([{ code: 'cancelled' }])
  }, PATIENCE)
})

test.each(generations)('%s: the progress of a folder’s tool arrives', async (_, connect) => {
  const { url } = await startWithFolders({ Counting: COUNTING })
  const client = await connect(`${url}/mcp`, HEADERS)
  const seen: unknown[] = []
  const options = { onprogress: (progress: unknown) => void seen.push(progress) }
  const result =
    connect === connect2025
      ? await (client as Awaited<ReturnType<typeof connect2025>>).callTool(
          { name: 'count' },
          undefined,
          options,
        )
      : await (client as Awaited<ReturnType<typeof connect2026>>).callTool(
          { name: 'count' },
          options,
        )
  expect(result.content).toEqual([{ type: 'text', text: 'done' }])
  expect(seen).toMatchObject([{ progress: 1, total: 2, message: 'half' }])
})

test.each(generations)('%s: the list has the same order every time', async (_, connect) => {
  const { url } = await startWithFolders({ Zebra: COUNTING, Apple: COUNTING })
  const lists = await Promise.all(
    [1, 2, 3].map(async () => {
      const { tools } = await (await connect(`${url}/mcp`, HEADERS)).listTools()
      return tools.map(({ name }) => name)
    }),
  )
  expect(lists[1]).toEqual(lists[0])
  expect(lists[2]).toEqual(lists[0])
  expect(lists[0]?.slice(-2)).toEqual(['Apple__count', 'Zebra__count'])
})
