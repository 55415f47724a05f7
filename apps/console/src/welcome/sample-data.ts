import { GatewayError } from '@quartermaster/client'
import { api, send } from '../api/request.ts'
import { INVOICES, LEADS, NOTES, SCHEDULES } from './sample-texts.ts'
import { SAMPLE_WORKSPACE } from './sample-workspace.ts'

type Created = { readonly id: string }

const post = <Answer = unknown>(path: string, body: object, agent?: string) =>
  send<Answer>('post', path, {
    body,
    headers: { 'x-workspace': SAMPLE_WORKSPACE, ...(agent !== undefined && { 'x-agent': agent }) },
  })

const call = (agent: string, tool: string, input: object) =>
  post<Created>(`/v1/tools/${tool}`, input, agent)

/** Creates the workspace and fills it with ordinary requests, as agents and an operator would. */
export async function createSampleData(): Promise<void> {
  await api.post('/v1/workspaces', { name: SAMPLE_WORKSPACE })
  try {
    await fillWorkspace()
  } catch (error) {
    await removeSampleData()
    throw error
  }
}

/** Also succeeds if another window has removed them. */
export async function removeSampleData(): Promise<void> {
  try {
    await api.delete('/v1/workspaces/{name}', { path: { name: SAMPLE_WORKSPACE } })
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 404) throw error
  }
}

async function fillWorkspace(): Promise<void> {
  for (const name of ['Scout', 'Clerk', 'Herald']) {
    await post('/v1/agents', { name })
    await post(`/v1/agents/${name}/keys`, {})
  }
  await post('/v1/agents', { name: 'Reader', allowed_tools: ['get_context', 'list_context'] })
  await shareContext()
  await fillTable()
  await schedulePrompts()
}

async function shareContext(): Promise<void> {
  await call('Clerk', 'subscribe_to_topics', { topics: ['leads', 'invoices'] })
  await call('Herald', 'subscribe_to_topics', { topics: ['leads', 'news'] })
  await call('Scout', 'subscribe_to_topics', { topics: ['invoices'] })
  for (const { key, values } of LEADS) {
    for (const value of values) {
      await call('Scout', 'push_context', { key, value, topics: ['leads'], subscribers: ['Scout'] })
    }
  }
  for (const { key, value, ...more } of NOTES) {
    await call('Herald', 'push_context', { key, value, ...more })
  }
  await call('Clerk', 'get_context', {})
  await call('Reader', 'list_context', {})
  // A refused call shows what an error and its suggestion look like.
  await call('Herald', 'push_context', { value: 'a value without a key' }).catch(() => {})
}

async function fillTable(): Promise<void> {
  const ids: string[] = []
  for (const { filename, text } of INVOICES) {
    ids.push((await post<Created>('/v1/documents', { filename, text }, 'Clerk')).id)
  }
  const stack = await post<Created>('/v1/stacks', { name: 'Invoices of spring' }, 'Clerk')
  await post(`/v1/stacks/${stack.id}/documents`, { document_ids: ids }, 'Clerk')
  const custom_columns = [
    { name: 'vendor' },
    { name: 'date', type: 'date' },
    { name: 'amount', type: 'number' },
    { name: 'currency' },
  ]
  const table = { name: 'Invoices', mode: 'custom', custom_columns }
  const { id } = await post<Created>(`/v1/stacks/${stack.id}/tables`, table, 'Clerk')
  const tools = `/v1/tables/${id}/tools`
  for (const { filename, row, doubts, sources } of INVOICES) {
    if (row === undefined) continue
    const confidence_scores = { vendor: 0.98, date: 0.97, amount: 0.99, ...doubts }
    await post(
      `${tools}/save_table_row`,
      { document_id: filename, ...row, confidence_scores },
      'Clerk',
    )
    if (sources !== undefined) {
      await post(`${tools}/save_cell_sources`, { document_id: filename, sources }, 'Clerk')
    }
  }
}

async function schedulePrompts(): Promise<void> {
  for (const { agent, tool, isRunNow, ...input } of SCHEDULES) {
    const { id } = await call(agent, tool, input)
    if (isRunNow) await post(`/v1/schedules/${id}/run`, {})
  }
}
