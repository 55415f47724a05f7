import { MULTIPLY } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { startWithFolders, WEB } from './folders.ts'

const withManifest = (more: string) => ({
  ...WEB,
  'manifest.yaml': `${more}\n${WEB['manifest.yaml']}`,
})
const findSecret = () => 's3cret'

async function start(more: string) {
  const gateway = await startWithFolders(
    { Web: withManifest(more), Multiply: MULTIPLY },
    { findSecret },
  )
  const { request } = gateway
  /** The key of a new agent. */
  const keyOf = async (name: string, settings: object = {}, workspace = 'default') => {
    const headers = { 'x-workspace': workspace }
    await request('POST', '/v1/workspaces', { body: { name: workspace } })
    await request('POST', '/v1/agents', { body: { name, ...settings }, headers })
    return (await request('POST', `/v1/agents/${name}/keys`, { headers })).body.key as string
  }
  /**
   * The functions of `Web` that a key is offered by descriptors and by the list of toolsets, and
   * the status of a call.
   */
  const seenBy = async (key: string) => {
    const { body } = await request('GET', '/v1/toolsets', { key })
    const web = body.toolsets.find(({ id }: { id: string }) => id === 'Web')
    const descriptors = await request('GET', '/v1/descriptors?format=openai', { key })
    const offered = descriptors.body.map(
      (tool: { function: { name: string } }) => tool.function.name,
    )
    const call = await gateway.call('Web', 'web_search', { query: 'q' }, { key })
    return {
      listed: web?.functions.map(({ name }: { name: string }) => name),
      offered: offered.includes('web_search'),
      status: call.status,
    }
  }
  return { ...gateway, keyOf, seenBy }
}

test('A17 a folder with secrets is only for agents whose allow-list names its functions', async () => {
  const { keyOf, seenBy } = await start('secrets: [KEY]')
  const ada = await seenBy(await keyOf('Ada'))
  expect(ada).toEqual({ listed: [], offered: false, status: 403 })
  const bob = await seenBy(await keyOf('Bob', { allowed_tools: ['web_search'] }))
  expect(bob).toEqual({ listed: ['web_search'], offered: true, status: 200 })
})

test('A17 a folder with workspaces is only for these, whether listed or called', async () => {
  const { keyOf, seenBy } = await start('secrets: [KEY]\nworkspaces: [sales]')
  const sales = await seenBy(await keyOf('Ada', {}, 'sales'))
  expect(sales).toEqual({ listed: ['web_search', 'url_browse'], offered: true, status: 200 })
  const support = await seenBy(await keyOf('Ada', {}, 'support'))
  expect(support).toEqual({ listed: undefined, offered: false, status: 404 })
})

test('A17 the error for an unknown tool names no folder of another workspace', async () => {
  const { keyOf, request } = await start('workspaces: [sales]')
  const answerIn = async (workspace: string) => {
    const key = await keyOf('Ada', {}, workspace)
    return (await request('POST', '/v1/tools/web_search', { body: {}, key })).body
  }
  expect((await answerIn('sales')).suggestion).toContain('/v1/toolsets/Web/tools/web_search')
  expect(JSON.stringify(await answerIn('support'))).not.toContain('toolsets')
})

test('A17 a thread cannot activate a folder of another workspace', async () => {
  const { keyOf, request } = await start('workspaces: [sales]')
  const key = await keyOf('Ada', {}, 'support')
  const { status, body } = await request('PUT', '/v1/threads/t1/agent', {
    body: { name: 'Web' },
    key,
  })
  expect([status, body.error]).toEqual([404, "There is no toolset 'Web'. Toolsets: 'Multiply'."])
})

test('A20 the load report is for the root key only', async () => {
  const { keyOf, request, list } = await start('unknown_key: 1')
  const { body } = await request('GET', '/v1/toolsets', { key: await keyOf('Ada') })
  expect(body.load_report).toEqual([])
  expect((await list()).load_report).toHaveLength(2)
})
