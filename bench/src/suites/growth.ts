import type { Environment } from '../environment.ts'
import { type Contender, measureInTurns, ratioOf } from '../measure.ts'
import { post, withKey } from '../requests.ts'
import { type SuiteResult, toRows } from '../results.ts'
import { seedContext } from '../seed/context.ts'

const CONNECTIONS = 32
const SIZES = {
  '100 keys': { workspace: 'keys100', keys: 100 },
  '10,000 keys': { workspace: 'keys10k', keys: 10_000 },
  '1,000,000 keys': { workspace: 'keys1m', keys: 1_000_000 },
}

/** The same call on little and on much stored data: its cost must not grow with what it does not touch. */
export async function benchGrowth(environment: Environment): Promise<SuiteResult> {
  const { gateway, databases, plan } = environment
  const keys: Record<string, string> = {}
  for (const { workspace, keys: count } of Object.values(SIZES)) {
    await seedContext(databases, 'bench_gateway', gateway, workspace, count)
    keys[workspace] = await gateway.createKey('bench', workspace)
  }
  const call = (workspace: string, tool: string, input: unknown): Contender => ({
    pid: gateway.pid,
    connections: CONNECTIONS,
    request: post(`${gateway.url}/v1/tools/${tool}`, input, {
      headers: withKey(keys[workspace] ?? ''),
      distinct: 100,
    }),
  })
  const contenders: Record<string, Contender> = {}
  for (const [size, { workspace }] of Object.entries(SIZES)) {
    contenders[`get_context, ${size}`] = call(workspace, 'get_context', { keys: ['key {n}'] })
    contenders[`push_context, ${size}`] = call(workspace, 'push_context', {
      key: 'key {n}',
      value: 1,
    })
    contenders[`list_context of 100, ${size}`] = call(workspace, 'list_context', { limit: 100 })
  }
  for (const topic of ['few', 'many']) {
    const input = { key: `${topic} {n}`, value: 1, topics: [topic] }
    contenders[`push_context to the topic ${topic}`] = call('keys1m', 'push_context', input)
  }
  const measured = await measureInTurns(contenders, plan)
  const ratio = (much: string, little: string) => {
    const [ours, baseline] = [measured[much], measured[little]]
    if (ours === undefined || baseline === undefined) throw new Error(`${much} was not measured`)
    return ratioOf(ours, baseline)
  }
  return {
    title: 'Growth with what is stored',
    rows: toRows(measured, CONNECTIONS),
    figures: {
      growthGet: ratio('get_context, 1,000,000 keys', 'get_context, 100 keys'),
      growthPush: ratio('push_context, 1,000,000 keys', 'push_context, 100 keys'),
      growthList: ratio('list_context of 100, 1,000,000 keys', 'list_context of 100, 100 keys'),
      growthTopic: ratio('push_context to the topic many', 'push_context to the topic few'),
    },
    notes: ['The topic `few` has 1 subscriber, `many` has 10,000.'],
  }
}
