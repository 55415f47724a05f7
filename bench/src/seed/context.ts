import type { Databases } from '../system/databases.ts'
import type { Gateway } from '../system/gateway.ts'

const SUBSCRIBERS = 10_000

/**
 * Fills a workspace with global keys `key 1` to `key N`, written as pushes would have written them, ten keys
 * `pick N` for lists, and the topics `few` (1 subscriber) and `many` (10,000).
 */
export async function seedContext(
  databases: Databases,
  database: string,
  gateway: Gateway,
  workspace: string,
  keys: number,
): Promise<void> {
  if (workspace !== 'default') await gateway.call('POST', '/v1/workspaces', { name: workspace })
  const { rows } = await databases.run(database, 'select id from workspaces where name = $1', [
    workspace,
  ])
  const id: string = rows[0].id
  await databases.run(database, INSERT_ITEMS, [id, keys])
  for (let n = 0; n < 10; n++) {
    const input = { key: `pick ${n}`, value: { n: 1 } }
    await gateway.call('POST', '/v1/tools/push_context', input, workspace)
  }
  for (const [topic, subscribers] of [
    ['few', 1],
    ['many', SUBSCRIBERS],
  ] as const) {
    await gateway.call('POST', '/v1/tools/subscribe_to_topics', { topics: [topic] }, workspace)
    await databases.run(database, INSERT_SUBSCRIBERS, [id, topic, subscribers])
    const update = 'update topics set subscribers = $3 where workspace_id = $1 and name = $2'
    await databases.run(database, update, [id, topic, subscribers])
  }
  await databases.run(database, 'select setval($1, $2)', ['context_clock', keys + 1000])
  await databases.run(database, 'vacuum analyze')
}

const INSERT_ITEMS = `
  with items as (
    insert into context_items (workspace_id, key, key_hash, value, value_bytes, version, tick,
      audiences, generations, written_by, written_at, words)
    select $1, 'key ' || n, sha256(convert_to('key ' || n, 'UTF8')), '{"n":1}', 7, 1, n,
      array['all'], '{}', 'seed', now(), to_tsvector('simple', 'key ' || n)
    from generate_series(1, $2::int) n
    returning id, key, tick, workspace_id
  )
  insert into context_routes (item_id, tick, workspace_id, audience, sort_key)
  select id, tick, workspace_id, 'all', key from items`

const INSERT_SUBSCRIBERS = `
  insert into memberships (workspace_id, generation, agent, agent_hash, joined_tick)
  select $1, t.generation, 'agent ' || n, sha256(convert_to('agent ' || n, 'UTF8')), 0
  from topics t, generate_series(2, $3::int) n where t.workspace_id = $1 and t.name = $2`
