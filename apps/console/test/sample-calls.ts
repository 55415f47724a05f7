import type { OpenConsole } from './open-console.ts'

/** Two agents with calls of every outcome. */
export async function makeSampleCalls({ request }: OpenConsole): Promise<void> {
  for (const name of ['Sales', 'Support']) await request('POST', '/v1/agents', { name })
  const as = (agent: string) => ({ 'x-agent': agent })
  const push = (key: string, agent: string) =>
    request('POST', '/v1/tools/push_context', { key, value: `value of ${key}` }, as(agent))
  for (const key of ['lead_acme', 'lead_globex', 'plan_q3']) await push(key, 'Sales')
  await request('POST', '/v1/tools/get_context', {}, as('Support'))
  await request('POST', '/v1/tools/push_context', { value: 'no key' }, as('Support'))
  await request('POST', '/v1/tools/health', {}, as('Sales'))
}
