import { VENDORS } from '@quartermaster/descriptors'
import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

type Verdict = {
  tool: string
  vendor: string
  outcome: string
  changes: { keyword: string; parameters: string[]; reason: string }[]
  tokens: number
  is_estimate: boolean
  checksum: string
}

async function start() {
  const { request } = await startGateway()
  const agent = { name: 'Sales', with_key: true, denied_tools: ['delete_topic'] }
  const { key } = (await request('POST', '/v1/agents', { body: agent })).body.key
  const get = async (query: string) =>
    request('GET', `/v1/descriptors/verdicts?${query}`, { key: key as string })
  return { request, get }
}

test('every tool that the key may call has a verdict for every vendor', async () => {
  const { get } = await start()
  const { body } = await get('')
  const verdicts: Verdict[] = body.verdicts
  const vendors = new Set(verdicts.map(({ vendor }) => vendor))
  expect([...vendors]).toEqual(VENDORS)
  const tools = new Set(verdicts.map(({ tool }) => tool))
  expect(tools.has('push_context')).toBe(true)
  expect(tools.has('delete_topic')).toBe(false)
  expect(verdicts).toHaveLength(tools.size * vendors.size)
  for (const { tokens, is_estimate, vendor } of verdicts) {
    expect(tokens).toBeGreaterThan(0)
    expect(is_estimate).toBe(!vendor.startsWith('openai'))
  }
  const gemini = body.totals.find(({ vendor }: Verdict) => vendor === 'gemini')
  expect(gemini.accepted + gemini.changed + gemini.refused).toBe(tools.size)
})

test('verdicts follow the columns of a table', async () => {
  const { request, get } = await start()
  const table = { name: 'T', mode: 'custom', custom_columns: ['vendor'] }
  await request('POST', '/v1/stacks', { body: { name: 'S', table } })
  const find = async () => {
    const { body } = await get('table=T&tools=save_table_row&vendor=openai,gemini')
    return body.verdicts as Verdict[]
  }
  const before = await find()
  expect(before.map(({ vendor }) => vendor)).toEqual(['openai', 'gemini'])
  expect(before[1]?.changes).toContainEqual(
    expect.objectContaining({ keyword: 'additionalProperties' }),
  )
  await request('PUT', '/v1/tables/T/columns', {
    body: {
      columns: [
        { name: 'vendor', type: 'text' },
        { name: 'amount', type: 'number' },
      ],
    },
  })
  const after = await find()
  expect(after[0]?.checksum).not.toBe(before[0]?.checksum)
  expect(after[0]?.tokens).toBeGreaterThan(before[0]?.tokens ?? 0)
})
